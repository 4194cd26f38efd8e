import type { Actor, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Holder } from "../../core/protocol/terminal/terminal.ts";
import { type AuditLog, brief } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";

export interface TypingRecordDeps {
  audit: Pick<AuditLog, "begin" | "save">;
  clock: Clock;
  actor: Actor;
  item: Pick<PaneItem, "ref" | "identity">;
}

/** After a pause this long, typing gets a new audit entry. */
const PAUSE_MS = 5 * 60_000;
/** Minimum interval between writes: only the first key waits for the disk. */
const NOTE_MS = 2_000;

/** One stretch of typing for one holder of the pane. */
interface Typing {
  entry: AuditEntry;
  holderId: string;
  lastAt: number;
  bytes: number;
  keys: number;
  refused: number;
}

/** Audits what a viewer types: who, where, from when to when and how much. Never what. */
export class TypingRecord {
  private readonly deps: TypingRecordDeps;
  private typing: Typing | null = null;
  private note: NodeJS.Timeout | null = null;

  constructor(deps: TypingRecordDeps) {
    this.deps = deps;
  }

  /** Call before anything is typed: what cannot be audited is not typed. */
  begin({ id, agent, runtime_id }: Holder): void {
    const { audit, clock, actor, item } = this.deps;
    const now = clock.now();
    if (this.typing !== null && this.typing.holderId === id && now - this.typing.lastAt < PAUSE_MS) return;
    this.close();
    const { ref, identity } = item;
    const { target, pane_id } = identity;
    const asked = { action: "type" as const, actor, ref, guards: {}, request: {} };
    const entry = audit.begin(asked, { ref, target, pane_id, runtime_id, agent });
    this.typing = { entry, holderId: id, lastAt: now, bytes: 0, keys: 0, refused: 0 };
  }

  typed(bytes: number, keys: number): void {
    if (this.typing === null) return;
    this.typing.bytes += bytes;
    this.typing.keys += keys;
    this.continueRecord("done", null);
  }

  refused(fault: Fault, bytes: number): void {
    if (this.typing === null) return;
    const { typing } = this;
    typing.refused += bytes;
    const reached = typing.bytes + typing.keys > 0;
    this.continueRecord(reached ? "done" : "refused", fault);
  }

  /** Writes what is not stored yet. */
  close(): void {
    this.write();
    this.typing = null;
  }

  private continueRecord(outcome: "done" | "refused", fault: Fault | null): void {
    if (this.typing === null) return;
    const { entry } = this.typing;
    this.typing.lastAt = this.deps.clock.now();
    entry.outcome = outcome;
    entry.ended_at = this.typing.lastAt;
    entry.code = outcome === "refused" ? (fault?.code ?? null) : null;
    if (fault !== null) entry.message = brief(fault.message);
    this.note ??= setTimeout(() => this.write(), NOTE_MS).unref();
  }

  private write(): void {
    if (this.note !== null) clearTimeout(this.note);
    const isDue = this.note !== null;
    this.note = null;
    if (this.typing === null || !isDue) return;
    const { entry, bytes, keys, refused } = this.typing;
    entry.request = { bytes, keys, refused_bytes: refused };
    entry.effects = [
      ...(bytes > 0 ? [`typed ${bytes} bytes`] : []),
      ...(keys > 0 ? [`pressed ${keys} named keys`] : []),
      ...(refused > 0 ? [`${refused} bytes did not arrive`] : []),
    ];
    try {
      this.deps.audit.save(entry);
    } catch {
      // the beginning is recorded; store failures are reported elsewhere
    }
  }
}

import type { Actor, AuditEntry } from "../../core/protocol/actions.ts";
import type { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Holder } from "../../core/protocol/terminal.ts";
import { type AuditBook, brief } from "../actions/audit-book.ts";
import type { Clock } from "../clock.ts";

export interface TypingRecordDeps {
  audit: Pick<AuditBook, "begin" | "save">;
  clock: Clock;
  actor: Actor;
  item: Pick<PaneItem, "ref" | "identity">;
}

/** Whoever types nothing for so long begins anew. */
const PAUSE_MS = 5 * 60_000;
/** How far it has come is written down this often at most: no key waits for the disk but the first. */
const NOTE_MS = 2_000;

/** One time of typing, for one holder of the pane. */
interface Typing {
  entry: AuditEntry;
  holderId: string;
  lastAt: number;
  bytes: number;
  keys: number;
  refused: number;
}

/** What a viewer types, on record: who, where, from when to when and how much. Never what. */
export class TypingRecord {
  private readonly deps: TypingRecordDeps;
  private typing: Typing | null = null;
  private note: NodeJS.Timeout | null = null;

  constructor(deps: TypingRecordDeps) {
    this.deps = deps;
  }

  /** Before anything is typed: what cannot be written down is not typed. */
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
    this.goOn("done", null);
  }

  refused(fault: Fault, bytes: number): void {
    if (this.typing === null) return;
    const { typing } = this;
    typing.refused += bytes;
    const reached = typing.bytes + typing.keys > 0;
    this.goOn(reached ? "done" : "refused", fault);
  }

  /** Whatever is not on record yet. */
  close(): void {
    this.write();
    this.typing = null;
  }

  private goOn(outcome: "done" | "refused", fault: Fault | null): void {
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
      // that it began is on record; a store that takes nothing is told of elsewhere
    }
  }
}

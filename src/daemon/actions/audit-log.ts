import { randomUUID } from "node:crypto";
import type { ActionName, Actor, AuditEntry, AuditList, Guards } from "../../core/protocol/actions/actions.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { redact, redactText } from "../../core/redact/redact.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

const LONGEST_TEXT = 200;
const MAX_ENTRIES = 1_000;

export interface Asked {
  action: ActionName;
  actor: Actor;
  ref: string | null;
  guards: Guards;
  /** The other parameters. */
  request: Record<string, unknown>;
}

/** An audited action in progress. */
export interface RecordedAction {
  entry: AuditEntry;
  /** From now on something may have been done: an error counts as failed, not refused. */
  touch(): void;
  /** Nothing was done after all. */
  untouch(): void;
}

/** Audits every action, from before it is performed. What cannot be recorded is not performed. */
export class AuditLog {
  private readonly store: Store;
  private readonly clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Performs the action and records its outcome: done, refused, or failed half-way. */
  async record<Result>(asked: Asked, work: (witnessed: RecordedAction) => Promise<Result>): Promise<Result> {
    const entry = this.open(asked);
    let touched = false;
    const touch = () => {
      touched = true;
      this.save(entry);
    };
    const untouch = () => {
      touched = false;
    };
    try {
      const result = await work({ entry, touch, untouch });
      this.settle(entry, "done", null);
      return result;
    } catch (error) {
      const { code, message, details } = asFault(error);
      const fault = new Fault(code, message, { ...details, correlation_id: entry.correlation_id }, error);
      this.settle(entry, touched ? "failed" : "refused", fault);
      throw fault;
    }
  }

  /** For a longer activity: recorded from its beginning; the caller saves its progress. */
  begin(asked: Asked, about: Partial<AuditEntry>): AuditEntry {
    const entry = { ...this.open(asked), ...about };
    this.save(entry);
    return entry;
  }

  /** Not stored before `save`. */
  private open({ action, actor, ref, guards, request }: Asked): AuditEntry {
    return {
      schema_version: 1,
      correlation_id: randomUUID(),
      at: this.clock.now(),
      ended_at: null,
      action,
      actor,
      asked_ref: ref === null ? null : brief(ref),
      ref: null,
      target: null,
      pane_id: null,
      runtime_id: null,
      agent: null,
      snapshot: null,
      guards,
      request: redact(request) as Record<string, unknown>,
      outcome: "begun",
      code: null,
      message: "",
      phases: [],
      idempotency_key: null,
    };
  }

  save(entry: AuditEntry): void {
    this.store.transact(() => this.store.saveAudit(entry));
  }

  private settle(entry: AuditEntry, outcome: "done" | "refused" | "failed", fault: Fault | null): void {
    entry.outcome = outcome;
    entry.ended_at = this.clock.now();
    entry.code = fault?.code ?? null;
    entry.message = fault === null ? "" : brief(fault.message);
    this.save(entry);
  }

  list(since: number): AuditList {
    const items = this.store.audit(since, MAX_ENTRIES);
    return {
      schema_version: 1,
      generated_at: this.clock.now(),
      filters: { since },
      summary: { actions: items.length, refused: items.filter(({ outcome }) => outcome === "refused").length },
      items,
    };
  }
}

/** Redacted and shortened. */
export function brief(text: string): string {
  const clean = redactText(text);
  return clean.length <= LONGEST_TEXT ? clean : `${clean.slice(0, LONGEST_TEXT)}…`;
}

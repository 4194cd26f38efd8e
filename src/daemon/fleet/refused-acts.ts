import type { AuditLog } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import { memberActor } from "./member-actor.ts";
import type { RefusedAct } from "./request-desk.ts";

const PAUSE_MS = 60_000;
const MOST = 1_000;

/**
 * Writes into the audit what members asked for and may not. Of one member and action it is one entry a minute, so that
 * none can fill the audit.
 */
export class RefusedActs {
  private readonly audit: Pick<AuditLog, "record">;
  private readonly clock: Clock;
  /** When each was last written down. */
  private readonly lastAt = new Map<string, number>();

  constructor(audit: Pick<AuditLog, "record">, clock: Clock) {
    this.audit = audit;
    this.clock = clock;
  }

  note({ action, asker, ref, fault }: RefusedAct): void {
    const key = `${asker.member} ${asker.person ?? ""} ${action}`;
    const [last, now] = [this.lastAt.get(key), this.clock.now()];
    if (last !== undefined && Math.abs(now - last) < PAUSE_MS) return;
    this.lastAt.delete(key);
    this.lastAt.set(key, now);
    for (const old of [...this.lastAt.keys()].slice(0, Math.max(0, this.lastAt.size - MOST))) this.lastAt.delete(old);
    const asked = { action, actor: memberActor(asker), ref, guards: {}, request: {} };
    // the asker is told by the desk; if the disk is full, nothing was done that would have to be recorded
    void this.audit.record(asked, () => Promise.reject(fault)).catch(() => undefined);
  }
}

import { createHash } from "node:crypto";
import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import type { ActionContext } from "./action-runner.ts";

/** How long a repeated idempotency key gets the first call's outcome. */
const KEY_MS = 24 * 3_600_000;

export interface OncePerKeyDeps<Asked, Report> {
  store: Pick<Store, "auditByKey">;
  clock: Clock;
  /** The request of a stored call. */
  askedBy(first: AuditEntry): Asked;
  /** Throws if the two calls ask for different things. */
  requireSame(first: Asked, mine: Asked): void;
  /** The report of a stored call, or its error again. */
  outcomeOf(first: AuditEntry): Report;
}

/** Runs a call with an idempotency key once; repeated calls get the first outcome. */
export class OncePerKey<Asked, Report extends { repeated: boolean }> {
  private readonly deps: OncePerKeyDeps<Asked, Report>;
  private readonly underWay = new Map<string, { asked: Asked; report: Promise<Report> }>();

  constructor(deps: OncePerKeyDeps<Asked, Report>) {
    this.deps = deps;
  }

  async run(key: string | undefined, asks: () => Asked, call: () => Promise<Report>): Promise<Report> {
    if (key === undefined) return call();
    const { store, clock, askedBy, requireSame, outcomeOf } = this.deps;
    const asked = asks();
    const first = this.underWay.get(key);
    if (first !== undefined) {
      requireSame(first.asked, asked);
      return { ...(await first.report), repeated: true };
    }
    const stored = store.auditByKey(key, clock.now() - KEY_MS);
    if (stored !== null) {
      requireSame(askedBy(stored), asked);
      return outcomeOf(stored);
    }
    const report = call().finally(() => this.underWay.delete(key));
    this.underWay.set(key, { asked, report });
    return report;
  }
}

/** Equal for calls that ask for the same. */
export function digestOf(asked: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 16);
}

/** Notes in the audit how far typing got. An idempotency key counts once a key was pressed: until then a call may run anew. */
export function noteProgress({ entry, touch, untouch, leave }: ActionContext, key: string | null) {
  return {
    onTouch() {
      entry.idempotency_key = key;
      touch();
    },
    onUntouched() {
      entry.idempotency_key = null;
      untouch();
    },
    onPhases(phases: AuditEntry["phases"]) {
      entry.phases = [...phases];
    },
    onTyped: leave,
  };
}

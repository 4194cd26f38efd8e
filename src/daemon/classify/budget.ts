import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

const HOUR_MS = 3_600_000;
const KEY = "classifier:calls";

/** Limits calls per hour. Stored, so that restarting the daemon does not reset it. */
export class Budget {
  private readonly deps: { store: Pick<Store, "recall" | "remember" | "transact">; clock: Clock; perHour: number };
  private calls: number[];

  constructor(deps: Budget["deps"]) {
    this.deps = deps;
    this.calls = readCalls(deps.store.recall(KEY));
  }

  get perHour(): number {
    return this.deps.perHour;
  }

  get spent(): number {
    const now = this.deps.clock.now();
    return this.calls.filter((at) => at > now - HOUR_MS && at <= now).length;
  }

  /** False if no call is left. */
  take(): boolean {
    const { store, clock, perHour } = this.deps;
    if (this.spent >= perHour) return false;
    const now = clock.now();
    this.calls = [...this.calls.filter((at) => at > now - HOUR_MS), now];
    store.transact(() => store.remember(KEY, JSON.stringify(this.calls.map(Math.floor))));
    return true;
  }
}

function readCalls(text: string | null): number[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter((at) => typeof at === "number") : [];
  } catch {
    return [];
  }
}

import { Fault } from "../../core/protocol/base/fault.ts";
import type { SessionSignal } from "../../core/protocol/lists/signals.ts";
import { SSE_STATES } from "../../core/signals/squad/sse-state.ts";
import type { Clock } from "../base/clock.ts";
import type { SignalRow, Store } from "../store/store.ts";
import type { Fleet } from "./fleet.ts";

/** Why waiting for signals ended. */
export type WakeReason = "told" | "quiet" | "over";

/** All squad signals, read from any position: live and resumed readers get the same. */
export class SignalFeed {
  private readonly deps: { store: Store; fleet: Fleet; clock: Clock };
  private readonly waiting = new Set<(why: WakeReason) => void>();
  private isOver = false;

  constructor(deps: SignalFeed["deps"]) {
    this.deps = deps;
  }

  /** From a cursor on; without one, current signals first. Throws `E_CURSOR_EXPIRED` if some since then are gone. */
  begin(cursor: string | null): { rows: SignalRow[]; position: number } {
    const { store } = this.deps;
    if (cursor !== null) return { rows: [], position: this.placeOf(cursor) };
    return { rows: this.standing(), position: store.lastSignal() };
  }

  /** Null if some of them are no longer stored. */
  read(after: number, limit: number): SignalRow[] | null {
    return this.deps.store.signalsSince(after, limit);
  }

  /** The newest current signal of a tmux session. */
  current(target: string, session: string): SignalRow | null {
    return this.deps.store.currentSignals(target, session, this.deps.clock.now())[0] ?? null;
  }

  timeline(target: string, session: string, limit: number): SignalRow[] {
    return this.deps.store.signalTimeline(target, session, limit);
  }

  cursorAt(n: number): string {
    return `${this.deps.store.epoch}-${n}`;
  }

  /** Wakes all followers. */
  publish(): void {
    this.wake("told");
  }

  /** Ends all followers. */
  close(): void {
    this.isOver = true;
    this.wake("over");
  }

  /** Resolves when there are new signals, after `quietMs` without any, or when the feed is closed or aborted. */
  news(quietMs: number, signal: AbortSignal): Promise<WakeReason> {
    if (this.isOver || signal.aborted) return Promise.resolve("over");
    return new Promise((resolve) => {
      const wake = (why: WakeReason) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        this.waiting.delete(wake);
        resolve(why);
      };
      const leave = () => wake("over");
      const timer = setTimeout(() => wake("quiet"), quietMs);
      signal.addEventListener("abort", leave);
      this.waiting.add(wake);
    });
  }

  private wake(why: WakeReason): void {
    for (const wake of [...this.waiting]) wake(why);
  }

  /** By number, so that a client cut off in between resumes after the last one it got. */
  private standing(): SignalRow[] {
    const { store, fleet, clock } = this.deps;
    const sessions = new Map(
      fleet.all().map(({ identity }) => [`${identity.target}/${identity.session_name}`, identity]),
    );
    const now = clock.now();
    const rows = [...sessions.values()].flatMap(({ target, session_name }) =>
      store.currentSignals(target, session_name, now),
    );
    return rows.sort((a, b) => a.n - b.n);
  }

  private placeOf(cursor: string): number {
    const { store } = this.deps;
    const [epoch, n] = cursor.split("-");
    if (!/^[a-z0-9]+-\d+$/.test(cursor))
      throw new Fault("E_INVALID_FILTER", `"${cursor}" is no id of a signal`, { cursor });
    const place = Number(n);
    if (epoch === store.epoch && store.signalsSince(place, 0) !== null) return place;
    const words = `what was signalled right after ${cursor} is no longer known: begin anew without an id`;
    throw new Fault("E_CURSOR_EXPIRED", words, { cursor, now: this.cursorAt(store.lastSignal()) });
  }
}

export function sessionSignal({ target, session_name, session_id, runtime_id, ref, signal }: SignalRow): SessionSignal {
  const sseState = SSE_STATES[signal.type];
  return { target, session: session_name, session_id, runtime_id, ref, sseState, signal };
}

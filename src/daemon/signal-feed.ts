import { Fault } from "../core/protocol/fault.ts";
import type { SessionSignal } from "../core/protocol/signals.ts";
import type { Clock } from "./clock.ts";
import type { Fleet } from "./fleet.ts";
import type { SignalRow, Store } from "./store/store.ts";

/** What ended the waiting for signals. */
export type Woken = "told" | "quiet" | "over";

/** All squad signals, read from any place: those told live and those told later are the same. */
export class SignalFeed {
  private readonly deps: { store: Store; fleet: Fleet; clock: Clock };
  private readonly waiting = new Set<(why: Woken) => void>();
  private isOver = false;

  constructor(deps: SignalFeed["deps"]) {
    this.deps = deps;
  }

  /** From a cursor on; without one, first what stands now. `E_CURSOR_EXPIRED` where not all since then is known any more. */
  begin(cursor: string | null): { rows: SignalRow[]; position: number } {
    const { store } = this.deps;
    if (cursor !== null) return { rows: [], position: this.placeOf(cursor) };
    return { rows: this.standing(), position: store.lastSignal() };
  }

  /** Null when some of it is no longer known. */
  read(after: number, limit: number): SignalRow[] | null {
    return this.deps.store.signalsSince(after, limit);
  }

  /** The newest that stands in a tmux session. */
  current(target: string, session: string): SignalRow | null {
    return this.deps.store.currentSignals(target, session, this.deps.clock.now())[0] ?? null;
  }

  timeline(target: string, session: string, limit: number): SignalRow[] {
    return this.deps.store.signalTimeline(target, session, limit);
  }

  cursorAt(n: number): string {
    return `${this.deps.store.epoch}-${n}`;
  }

  /** Wakes whoever follows. */
  tell(): void {
    this.wake("told");
  }

  /** Nothing more will be told. */
  close(): void {
    this.isOver = true;
    this.wake("over");
  }

  /** Resolves when there is more, when it was quiet for so long, or when it is over. */
  news(quietMs: number, signal: AbortSignal): Promise<Woken> {
    if (this.isOver || signal.aborted) return Promise.resolve("over");
    return new Promise((resolve) => {
      const wake = (why: Woken) => {
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

  private wake(why: Woken): void {
    for (const wake of [...this.waiting]) wake(why);
  }

  /** In the order of their numbers: whoever is cut off in between goes on from the last one heard. */
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
  return { target, session: session_name, session_id, runtime_id, ref, signal };
}

import { z } from "zod";
import { Traces } from "../core/engine/envelope.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { Store } from "./store/store.ts";
import { readStored } from "./store/stored-json.ts";

/** What is kept of an agent besides what it last said of itself. */
export const Clue = Traces.extend({
  /** The first directory it told: agents keep their conversations by where they were started. */
  started_in: z.string().exactOptional(),
  /** The tmux session it was last seen in. */
  session_name: z.string().exactOptional(),
});
export type Clue = z.infer<typeof Clue>;

const PREFIX = "clues:";

/** Under which it is kept that an ended agent was started again. */
export const RESUMED = "resumed:";

/**
 * What agents have said of themselves, by runtime: by what their files are found, and their own sessions known. Kept
 * across restarts, and of those that have ended for as long as they are on record: they may be wanted again.
 */
export class ClueBook {
  private readonly store: Store;
  private readonly known: StagedMap<string, Clue>;
  /** When the newest of it was said. */
  private readonly toldAt: StagedMap<string, number>;

  constructor(store: Store) {
    this.store = store;
    this.known = new StagedMap(store.unit);
    this.toldAt = new StagedMap(store.unit);
  }

  of(runtimeId: string): Clue {
    const known = this.known.get(runtimeId);
    if (known !== undefined) return known;
    const clue = readClue(this.store, runtimeId);
    this.known.set(runtimeId, clue);
    return clue;
  }

  /** Inside a transaction; true where it is news. What was said `at` an earlier time only fills gaps: spools are not read in order. */
  learn(runtimeId: string, traces: Clue, at = Number.POSITIVE_INFINITY): boolean {
    const before = this.of(runtimeId);
    const isOld = at < (this.toldAt.get(runtimeId) ?? Number.NEGATIVE_INFINITY);
    if (Number.isFinite(at) && !isOld) this.toldAt.set(runtimeId, at);
    const started_in = before.started_in ?? traces.cwd;
    const joined = isOld ? { ...traces, ...before } : { ...before, ...traces };
    const after = { ...joined, ...(started_in !== undefined && { started_in }) };
    // a new conversation of the same process: what it called itself before was the old one
    if (!isOld && isAnother(before.session_id, traces.session_id)) delete after.squad_session;
    const fields = Object.keys({ ...before, ...after }) as (keyof Clue)[];
    if (fields.every((field) => before[field] === after[field])) return false;
    this.store.remember(PREFIX + runtimeId, JSON.stringify(after));
    this.known.set(runtimeId, after);
    return true;
  }

  /** Inside a transaction: what was thought to be of this one is of another. */
  take(runtimeId: string): Clue {
    const clue = this.of(runtimeId);
    this.store.forget(PREFIX + runtimeId);
    this.known.set(runtimeId, {});
    return clue;
  }

  /** It has ended: what is known of it can be read again. */
  release(runtimeId: string): void {
    this.toldAt.delete(runtimeId);
    this.known.delete(runtimeId);
  }
}

function isAnother(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

export function readClue(store: Store, runtimeId: string): Clue {
  const stored = store.recall(PREFIX + runtimeId);
  return (stored !== null && readStored(Clue, stored)) || {};
}

/** Inside a transaction: of those that ended before, and of those that nobody remembers. */
export function pruneClues(store: Store, endedBefore: number): void {
  for (const prefix of [PREFIX, RESUMED])
    for (const key of store.recallAll(prefix).keys()) {
      const row = store.runtime(key.slice(prefix.length));
      if (row === null || (row.ended_at ?? Number.POSITIVE_INFINITY) < endedBefore) store.forget(key);
    }
}

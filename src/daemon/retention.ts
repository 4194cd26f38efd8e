import type { Settings } from "../core/protocol/settings.ts";
import type { Clock } from "./clock.ts";
import { pruneClues } from "./clues.ts";
import type { Log } from "./log.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Store } from "./store/store.ts";

export interface RetentionDeps {
  store: Store;
  settings: Pick<Settings, "keep_payloads" | "keep_metadata">;
  /** Those of its runtimes that ended long ago are forgotten by each target, too. */
  targets(): readonly { forgetLongEnded(now: number): void }[];
  rhythm: Pick<Rhythm, "attempt">;
  clock: Clock;
  log: Log;
}

const AT_ONCE = 2_000;
export const PRUNING = "removing old events";

/** Removes what is older than it is kept, in pieces, so that signals get their turn in between. */
export function pruneOld(deps: RetentionDeps): void {
  const { store, settings, targets, rhythm, clock, log } = deps;
  const now = clock.now();
  const endedBefore = now - settings.keep_metadata;
  const pruned = store.transact(() => {
    const counts = store.prune(now - settings.keep_payloads, endedBefore, AT_ONCE);
    pruneClues(store, endedBefore);
    return counts;
  });
  for (const target of targets()) target.forgetLongEnded(now);
  if (pruned.events >= AT_ONCE || pruned.payloads >= AT_ONCE)
    setImmediate(() => rhythm.attempt(PRUNING, () => pruneOld(deps)));
  if (pruned.events > 0 || pruned.payloads > 0) log.info(pruned, "old events removed");
}

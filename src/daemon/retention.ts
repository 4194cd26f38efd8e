import type { Settings } from "../core/protocol/settings/settings.ts";
import type { Clock } from "./base/clock.ts";
import { dayOf } from "./base/day-of.ts";
import type { Log } from "./base/log.ts";
import type { Scheduler } from "./base/scheduler.ts";
import { pruneMetadata } from "./runtimes/agent-metadata.ts";
import type { Store } from "./store/store.ts";

export interface RetentionDeps {
  store: Store;
  settings: Pick<Settings, "keep_payloads" | "keep_metadata">;
  /** Targets also drop their long ended runtimes from memory. */
  targets(): readonly { forgetLongEnded(now: number): void }[];
  scheduler: Pick<Scheduler, "attempt">;
  clock: Clock;
  log: Log;
}

/** Past requests of agents, from which rules may be proposed. */
const KEEP_DECISIONS_MS = 90 * 86_400_000;
/** Sums of tokens and money by day. */
const KEEP_DAYS_MS = 400 * 86_400_000;
const AT_ONCE = 2_000;
export const PRUNING = "removing old events";

/** Removes what is past its retention, in batches, so that signals are handled in between. */
export function pruneOld(deps: RetentionDeps): void {
  const { store, settings, targets, scheduler, clock, log } = deps;
  const now = clock.now();
  const endedBefore = now - settings.keep_metadata;
  const pruned = store.transact(() => {
    const counts = store.prune(now - settings.keep_payloads, endedBefore, AT_ONCE);
    pruneMetadata(store, endedBefore);
    store.removeDecisions(now - KEEP_DECISIONS_MS);
    store.usage.pruneUsage(endedBefore, dayOf(now - KEEP_DAYS_MS));
    return counts;
  });
  for (const target of targets()) target.forgetLongEnded(now);
  if (pruned.events >= AT_ONCE || pruned.payloads >= AT_ONCE)
    setImmediate(() => scheduler.attempt(PRUNING, () => pruneOld(deps)));
  if (pruned.events > 0 || pruned.payloads > 0) log.info(pruned, "old events removed");
}

import type { Adapter } from "../../core/adapter/adapter.ts";
import { hasHeard } from "../../core/engine/fold-queries.ts";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";

/**
 * Whether we receive the agent's own messages, by events with its last message or from a file of its messages, so that
 * its screen need not be searched for markers. Decided by what this runtime has sent: hooks may be installed and not
 * run.
 */
export function hearsWords(adapter: Adapter | null, fold: RuntimeFold, readsMessages: boolean): boolean {
  return readsMessages || (adapter?.tellsWordsBy ?? []).some((source) => hasHeard(fold, source));
}

import { LIST_VERSION } from "../protocol/lists/list-version.ts";
import type { PaneItem, PaneList, TargetError } from "../protocol/lists/lists.ts";
import { isAskedFor, isSuch, isThere } from "./filters.ts";
import type { ListQuery } from "./parse-query.ts";
import { rankOfPane, sortBy } from "./sort.ts";
import { summarize } from "./summarize.ts";
import { underLeads } from "./team.ts";

/** The input of every list. */
export interface ListSource {
  now: number;
  panes: readonly PaneItem[];
  targetErrors: readonly TargetError[];
  /** Our own name in the fleet; absent outside of one. */
  member?: string | null;
}

export function listPanes(source: ListSource, query: ListQuery): PaneList {
  const { filters, sort } = query;
  const items = source.panes.filter((pane) => isThere(pane, filters) && isSuch(pane, filters));
  return { ...envelope(source, query, items), items: underLeads(sortBy(items, rankOfPane, sort)) };
}

/** The list envelope. The summary counts only the listed panes. */
export function envelope(
  { now, targetErrors, member = null }: ListSource,
  { filters, said }: ListQuery,
  listed: readonly PaneItem[],
): Omit<PaneList, "items"> {
  const target_errors = targetErrors.filter(({ target }) => isAskedFor(target, filters, member));
  return {
    schema_version: LIST_VERSION,
    generated_at: Math.floor(now),
    filters: said,
    summary: summarize(listed),
    partial: target_errors.length > 0,
    target_errors,
  };
}

import type { PaneItem } from "../protocol/lists/lists.ts";
import type { SessionItem, SessionList } from "../protocol/lists/lists-rollups.ts";
import { isSuch, isThere } from "./filters.ts";
import { envelope, type ListSource } from "./list-panes.ts";
import type { ListQuery } from "./parse-query.ts";
import { rankOfPanes, sortBy } from "./sort.ts";
import { summarize } from "./summarize.ts";
import { groupBy, tally } from "./tally.ts";

/** Sessions of the same name on two targets are two items, unless `group_by` is `session-name`. */
export function listSessions(source: ListSource, query: ListQuery): SessionList {
  const { filters, sort, group_by } = query;
  const merged = group_by === "session-name";
  const groups = groupBy(
    source.panes.filter((pane) => isThere(pane, filters)),
    ({ identity }) => JSON.stringify([merged ? null : identity.target, identity.session_name]),
  )
    .filter((panes) => panes.some((pane) => isSuch(pane, filters)))
    .map((panes) => ({ panes, item: sessionItem(panes, query) }));
  const sorted = sortBy(
    groups,
    ({ panes, item }) =>
      rankOfPanes(panes, { state: item.top_state, since: item.since }, [
        item.identity.target ?? "",
        item.identity.session_name,
      ]),
    sort,
  );
  return {
    ...envelope(
      source,
      query,
      groups.flatMap(({ panes }) => panes),
    ),
    items: sorted.map(({ item }) => item),
  };
}

function sessionItem(panes: readonly PaneItem[], { group_by, agent_summary }: ListQuery): SessionItem {
  const merged = group_by === "session-name";
  const { target, session_name, member } = (panes[0] as PaneItem).identity;
  const byTarget = groupBy(panes, ({ identity }) => identity.target);
  return {
    identity: {
      target: merged ? null : target,
      session_name,
      ...(member !== undefined && !merged && { member }),
    },
    windows: countWindows(panes),
    ...tally(panes),
    targets: byTarget
      .map((theirs) => ({
        target: (theirs[0] as PaneItem).identity.target,
        windows: countWindows(theirs),
        ...tally(theirs),
      }))
      .sort((a, b) => (a.target < b.target ? -1 : 1)),
    ...(agent_summary && { by_agent: summarize(panes).by_agent }),
  };
}

function countWindows(panes: readonly PaneItem[]): number {
  return new Set(panes.map(({ identity }) => JSON.stringify([identity.target, identity.window_id]))).size;
}

import type { PaneItem } from "../protocol/lists/lists.ts";
import type { AgentStatus, WindowItem, WindowList } from "../protocol/lists/lists-rollups.ts";
import { isSuch, isThere } from "./filters.ts";
import { envelope, type ListSource } from "./list-panes.ts";
import type { ListQuery } from "./parse-query.ts";
import { rankOfPane, rankOfPanes, sortBy } from "./sort.ts";
import { groupBy, tally } from "./tally.ts";

/** Lists each window with at least one matching pane; its counts cover all its panes. */
export function listWindows(source: ListSource, query: ListQuery): WindowList {
  const { filters, sort, with_agent_status } = query;
  const groups = groupBy(
    source.panes.filter((pane) => isThere(pane, filters)),
    ({ identity }) => JSON.stringify([identity.target, identity.session_name, identity.window_id]),
  )
    .filter((panes) => panes.some((pane) => isSuch(pane, filters)))
    .map((panes) => ({ panes, item: windowItem(panes, with_agent_status) }));
  const sorted = sortBy(
    groups,
    ({ panes, item }) =>
      rankOfPanes(panes, { state: item.top_state, since: item.since }, [
        item.identity.target,
        item.identity.session_name,
        item.window_index,
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

function windowItem(panes: readonly PaneItem[], withAgents: boolean): WindowItem {
  const { identity, window_index, window_name } = panes[0] as PaneItem;
  const { target, session_name, window_id, member } = identity;
  return {
    identity: { target, session_name, window_id, ...(member !== undefined && { member }) },
    window_index,
    window_name,
    ...tally(panes),
    ...(withAgents && { agent_status: sortBy(panes, rankOfPane, "need").flatMap(agentStatus) }),
  };
}

function agentStatus(pane: PaneItem): AgentStatus[] {
  const { agent, ref, runtime_id, state, reason_code, since, message, attention, identity } = pane;
  const { shelf, label, snoozed_until } = pane;
  if (agent === null) return [];
  const shown = { pane_id: identity.pane_id, agent, ref, runtime_id, state, reason_code, since, message, attention };
  return [{ ...shown, shelf, label, snoozed_until }];
}

import type { PaneItem } from "../protocol/lists.ts";
import type { Tally } from "../protocol/lists-rollups.ts";
import { STATE_PRECEDENCE } from "../protocol/state-names.ts";
import { noStates } from "./summarize.ts";

/** What the panes of a window or a session come to. */
export function tally(panes: readonly PaneItem[]): Tally {
  const by_state = noStates();
  for (const { state } of panes) by_state[state] += 1;
  const top_state = STATE_PRECEDENCE.find((state) => by_state[state] > 0) ?? "unknown";
  const since = panes.flatMap((pane) => (pane.state === top_state && pane.since !== null ? [pane.since] : []));
  return {
    panes: panes.length,
    agents: panes.filter(({ agent }) => agent !== null).length,
    needs_action: panes.filter(({ attention }) => attention !== null).length,
    waiting: by_state.waiting_approval + by_state.waiting_input,
    running: by_state.running,
    top_state,
    since: since.length === 0 ? null : Math.min(...since),
    by_state,
  };
}

/** In the order in which each key first appears. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

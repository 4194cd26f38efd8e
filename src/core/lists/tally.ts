import { STATE_PRECEDENCE } from "../protocol/base/state-names.ts";
import { noShelves } from "../protocol/events/shelves.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import type { Tally } from "../protocol/lists/lists-rollups.ts";
import { isPlain } from "./filters.ts";
import { noStates } from "./summarize.ts";

/** Counts the panes of a window or session, with its most urgent state. */
export function tally(panes: readonly PaneItem[]): Tally {
  const by_state = noStates();
  for (const pane of panes) if (!isPlain(pane)) by_state[pane.state] += 1;
  const shelves = noShelves();
  for (const { shelf } of panes) if (shelf !== null) shelves[shelf] += 1;
  const top_state = STATE_PRECEDENCE.find((state) => by_state[state] > 0) ?? null;
  const since = panes.flatMap((pane) => (pane.state === top_state && pane.since !== null ? [pane.since] : []));
  return {
    panes: panes.length,
    agents: panes.filter(({ agent }) => agent !== null).length,
    needs_action: panes.filter(({ shelf }) => shelf !== null).length,
    shelves,
    waiting: by_state.waiting_approval + by_state.waiting_input,
    running: by_state.running,
    top_state,
    since: since.length === 0 ? null : Math.min(...since),
    by_state,
  };
}

/** Groups come in the order in which their keys first appear. */
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

import type { State } from "../protocol/base/state.ts";
import { STATE_PRECEDENCE } from "../protocol/base/state-names.ts";
import { noShelves } from "../protocol/events/shelves.ts";
import type { PaneItem, Summary } from "../protocol/lists/lists.ts";
import { isPlain } from "./filters.ts";

/** Plain shells count as panes but under no state: their state is not unknown, they have none. */
export function summarize(items: Iterable<PaneItem>): Summary {
  const summary: Summary = {
    panes: 0,
    agents: 0,
    needs_action: 0,
    shelves: noShelves(),
    by_state: noStates(),
    by_agent: {},
    by_target: {},
  };
  for (const item of items) {
    const { state, agent, shelf, identity } = item;
    summary.panes += 1;
    if (!isPlain(item)) summary.by_state[state] += 1;
    add(summary.by_target, identity.target);
    if (shelf !== null) {
      summary.needs_action += 1;
      summary.shelves[shelf] += 1;
    }
    if (agent === null) continue;
    summary.agents += 1;
    add(summary.by_agent, agent);
  }
  return summary;
}

export function noStates(): Record<State, number> {
  return Object.fromEntries(STATE_PRECEDENCE.map((state) => [state, 0])) as Record<State, number>;
}

export function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

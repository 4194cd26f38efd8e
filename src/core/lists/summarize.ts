import type { State } from "../protocol/base/state.ts";
import { STATE_PRECEDENCE } from "../protocol/base/state-names.ts";
import { noShelves } from "../protocol/events/shelves.ts";
import type { PaneItem, Summary } from "../protocol/lists/lists.ts";
import { isPlain } from "./filters.ts";

export function summarize(items: Iterable<PaneItem>): Summary {
  const summary = noPanes();
  for (const item of items) count(summary, item, 1);
  return summary;
}

/** The summary of panes that come and go: with thousands of them, counting anew after each change takes long. */
export class RunningSummary {
  private readonly summary = noPanes();

  /** A pane's item is now another one; null before it comes, and after it has gone. */
  replace(before: PaneItem | null, after: PaneItem | null): void {
    if (before !== null) count(this.summary, before, -1);
    if (after !== null) count(this.summary, after, 1);
  }

  now(): Summary {
    const { shelves, by_state, by_agent, by_target } = this.summary;
    const copies = { shelves: { ...shelves }, by_state: { ...by_state }, by_agent: { ...by_agent } };
    return { ...this.summary, ...copies, by_target: { ...by_target } };
  }
}

/** Plain shells count as panes but under no state: their state is not unknown, they have none. */
function count(summary: Summary, item: PaneItem, by: 1 | -1): void {
  const { state, agent, shelf, identity } = item;
  summary.panes += by;
  if (!isPlain(item)) summary.by_state[state] += by;
  add(summary.by_target, identity.target, by);
  if (shelf !== null) {
    summary.needs_action += by;
    summary.shelves[shelf] += by;
  }
  if (agent === null) return;
  summary.agents += by;
  add(summary.by_agent, agent, by);
}

function noPanes(): Summary {
  const counts = { shelves: noShelves(), by_state: noStates(), by_agent: {}, by_target: {} };
  return { panes: 0, agents: 0, needs_action: 0, ...counts };
}

export function noStates(): Record<State, number> {
  return Object.fromEntries(STATE_PRECEDENCE.map((state) => [state, 0])) as Record<State, number>;
}

export function add(counts: Record<string, number>, name: string, by = 1): void {
  const sum = (counts[name] ?? 0) + by;
  if (sum === 0) delete counts[name];
  else counts[name] = sum;
}

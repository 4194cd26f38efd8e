import type { PaneItem, Summary } from "../protocol/lists.ts";
import type { State } from "../protocol/state.ts";
import { STATE_PRECEDENCE } from "../protocol/state-names.ts";

export function summarize(items: Iterable<PaneItem>): Summary {
  const summary: Summary = {
    panes: 0,
    agents: 0,
    needs_action: 0,
    by_state: noStates(),
    by_agent: {},
    by_target: {},
  };
  for (const { state, agent, attention, identity } of items) {
    summary.panes += 1;
    summary.by_state[state] += 1;
    add(summary.by_target, identity.target);
    if (attention !== null) summary.needs_action += 1;
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

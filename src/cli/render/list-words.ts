import type { PaneList } from "../../core/protocol/lists.ts";

type Envelope = Omit<PaneList, "items">;

/** The line under a list. */
export function footer({ summary, partial, target_errors }: Envelope): string {
  const missing = partial ? `; not answering: ${target_errors.map(({ target }) => target).join(", ")}` : "";
  return `${count(summary.agents, "agent")} in ${count(summary.panes, "pane")}, ${needWords(summary.needs_action)}${missing}`;
}

export function needWords(count: number): string {
  if (count === 0) return "nobody needs you";
  return `${count} ${count === 1 ? "needs" : "need"} you`;
}

/** Nothing to list, and what that may mean. */
export function emptyWords({ filters }: Envelope, things: string): string {
  const { sort: _sort, group_by: _grouping, with_agent_status: _with, agent_summary: _summary, ...narrowing } = filters;
  if (Object.keys(narrowing).length > 0)
    return `No ${things} fit these filters. 'agtmux list ${things}' shows all there are.`;
  return `No ${things}: tmux is not running here, or has nothing open. 'agtmux daemon status' says more.`;
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

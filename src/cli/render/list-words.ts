import { shelfWords } from "../../core/protocol/events/shelves.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";

type Envelope = Omit<PaneList, "items">;

export function footer({ summary, partial, target_errors }: Envelope): string {
  const missing = partial ? `; not answering: ${target_errors.map(({ target }) => target).join(", ")}` : "";
  return `${count(summary.agents, "agent")} in ${count(summary.panes, "pane")}, ${shelfWords(summary.shelves)}${missing}`;
}

/** The text for an empty list, with the likely reason. */
export function emptyWords({ filters }: Envelope, things: string): string {
  const { sort: _sort, group_by: _grouping, with_agent_status: _with, agent_summary: _summary, ...said } = filters;
  const { agents_only, ...narrowing } = said;
  const all = `agtmux list ${things}${things === "panes" ? " --all" : ""}`;
  if (Object.keys(narrowing).length > 0) return `No ${things} fit these filters. '${all}' shows all there are.`;
  if (agents_only === true)
    return `No agents. '${all}' shows plain shells too.\nIf tmux has nothing open, 'agtmux daemon status' says why.`;
  return `No ${things}: tmux is not running here, or has nothing open. 'agtmux daemon status' says more.`;
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

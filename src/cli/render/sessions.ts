import { shelfWords } from "../../core/protocol/events/shelves.ts";
import type { SessionItem, SessionList } from "../../core/protocol/lists/lists-rollups.ts";
import { count, emptyWords, footer } from "./list-words.ts";
import type { ListLook } from "./panes.ts";
import { type RollupRow, renderRollups, TALLY_HEADS, tallyCells } from "./rollups.ts";
import { plain } from "./words.ts";

/** One line per session; one merged from several targets also lists the counts of each target. */
export function renderSessions(list: SessionList, look: ListLook): string {
  if (list.items.length === 0) return emptyWords(list, "sessions");
  const rows = list.items.map((item) => rowOf(item, list.generated_at));
  return `${renderRollups([...TALLY_HEADS, "WINDOWS", "", "SESSION"], rows, look)}\n\n${footer(list)}`;
}

function rowOf(item: SessionItem, now: number): RollupRow {
  const { target, session_name } = item.identity;
  const agents = Object.entries(item.by_agent ?? {}).map(([agent, number]) => `${agent} ${number}`);
  return {
    state: item.top_state,
    cells: [...tallyCells(item, now), String(item.windows)],
    label: "",
    name: plain(target === null ? session_name : `${target}/${session_name}`),
    under: [
      ...(agents.length === 0 ? [] : [agents.join(", ")]),
      ...(target === null ? item.targets.map(targetWords) : []),
    ],
  };
}

function targetWords({
  target,
  agents,
  panes,
  waiting,
  running,
  needs_action,
  shelves,
}: SessionItem["targets"][number]): string {
  const doing = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(running > 0 ? [`${running} running`] : []),
    ...(needs_action > 0 ? [shelfWords(shelves)] : []),
  ];
  return [`${target}: ${count(agents, "agent")} in ${count(panes, "pane")}`, ...doing].join(", ");
}

import type { AgentStatus, WindowItem, WindowList } from "../../core/protocol/lists/lists-rollups.ts";
import { displayWidth, shorten } from "../../core/text/width.ts";
import { emptyWords, footer } from "./list-words.ts";
import { type ListLook, messageOf, stateWords } from "./panes.ts";
import { type RollupRow, renderRollups, TALLY_HEADS, tallyCells } from "./rollups.ts";
import { paintState, plain, shortAge, stateSymbol } from "./words.ts";

const INDENT = 5;
const MIN_MESSAGE = 8;

/** One line per window and, if requested, one per agent under it. */
export function renderWindows(list: WindowList, look: ListLook): string {
  if (list.items.length === 0) return emptyWords(list, "windows");
  const rows = list.items.map((item) => rowOf(item, list.generated_at, look));
  return `${renderRollups([...TALLY_HEADS, "NAME", "WINDOW"], rows, look)}\n\n${footer(list)}`;
}

function rowOf(item: WindowItem, now: number, look: ListLook): RollupRow {
  const { target, session_name, window_id } = item.identity;
  return {
    state: item.top_state,
    cells: tallyCells(item, now),
    label: plain(item.window_name),
    name: plain(`${target}/${session_name}/${window_id}`),
    under: (item.agent_status ?? []).map((agent) => agentLine(agent, now, look)),
  };
}

function agentLine(agent: AgentStatus, now: number, { columns, colour, symbols }: ListLook): string {
  const who = `${agent.pane_id}  ${agent.agent}  `;
  const state = `${symbols ? `${stateSymbol(agent.state)} ` : ""}${stateWords(agent)}`;
  const age = agent.since === null ? "" : ` ${shortAge(now - agent.since)}`;
  const message = messageOf(agent);
  const taken = INDENT + displayWidth(`${who}${state}${age}  `);
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - taken;
  const said = message === "" || room < MIN_MESSAGE ? "" : `  ${shorten(message, room)}`;
  return `${who}${paintState(state, agent.state, colour)}${age}${said}`;
}

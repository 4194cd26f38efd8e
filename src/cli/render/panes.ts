import { labelOf } from "../../core/protocol/events/shelves.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import { displayWidth, shorten } from "../../core/text/width.ts";
import { emptyWords, footer } from "./list-words.ts";
import { table, widthBefore } from "./table.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";
import { workColumns } from "./work-columns.ts";

export interface Look {
  columns: number | null;
  colour: boolean;
}

/** Symbols are for people; programs that parse the table get only words. */
export interface ListLook extends Look {
  symbols: boolean;
}

/** If fewer columns than this remain, the message goes on its own line. */
const MIN_MESSAGE = 30;
/** Columns of what agents work on leave this much to the message. */
const READABLE_MESSAGE = 45;
const INDENT = "   ";

/** Refs are never cut, because people type them: if one does not fit, it goes on its own line, as the message does. */
export function renderPanes(list: PaneList, { columns, colour, symbols }: ListLook): string {
  if (list.items.length === 0) return emptyWords(list, "panes");
  const rows = list.items.map((item) => [stateSymbol(item.state), ...cellsOf(item, list.generated_at)]);
  const wide = [HEADS, ...rows].map((row) => row.slice(symbols ? 0 : 1));
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(wide);
  const isStacked = room < MIN_MESSAGE;
  const work = columns === null ? [] : workColumns(list.items, room - READABLE_MESSAGE);
  const shown = wide.map((row, index) => [
    ...row.slice(0, -1),
    ...work.map((column) => column[index] ?? ""),
    ...(isStacked ? [] : row.slice(-1)),
  ]);
  const refRoom = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(shown);
  const isOver = shown.map((row) => isStacked && displayWidth(row.at(-1) ?? "") > refRoom);
  const [header = [], ...lines] = table(
    shown.map((row, index) => (isOver[index] ? [...row.slice(0, -1), ""] : row)),
    columns,
  );
  const body = lines.flatMap((cells, index) => {
    const { state } = list.items[index] as PaneItem;
    const [ref = "", message = ""] = rows[index]?.slice(-2) ?? [];
    const painted = cells.map((cell, place) => (place < (symbols ? 2 : 1) ? paintState(cell, state, colour) : cell));
    const said = isStacked && message !== "" ? [shorten(message, (columns ?? 0) - INDENT.length)] : [];
    const under = [...(isOver[index + 1] ? [ref] : []), ...said];
    return [painted.join("  ").trimEnd(), ...under.map((line) => INDENT + line)];
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body, "", footer(list)].join("\n");
}

const HEADS = ["", "STATE", "AGENT", "FOR", "SAID BY", "PANE", "MESSAGE"];

function cellsOf(item: PaneItem, now: number): string[] {
  const since = item.since === null ? "-" : shortAge(now - item.since);
  const words = [snoozedWords(item, now), nothingNewWords(item, now), messageOf(item)];
  const said = words.filter((word) => word !== "").join("; ");
  return [stateWords(item), item.agent ?? "-", since, item.source ?? "-", plain(item.ref), said];
}

/** How long a working agent has shown nothing new; empty if not long, or if it may be stalled, which says more. */
export function nothingNewWords(
  { nothing_new_since: since, attention }: Pick<PaneItem, "nothing_new_since" | "attention">,
  now: number,
): string {
  return since === null || attention?.kind === "stalled" ? "" : `nothing new for ${shortAge(now - since)}`;
}

/** The state and, if there is one, its reason code. */
export function stateWords({ state, reason_code }: Pick<PaneItem, "state" | "reason_code">): string {
  return reason_code === null || reason_code === "runtime_ended" ? state : `${state} (${reason_code})`;
}

function snoozedWords({ snoozed_until: until }: Pick<PaneItem, "snoozed_until">, now: number): string {
  return until === null ? "" : `snoozed for ${shortAge(until - now)}`;
}

type Labelled = Pick<PaneItem, "label" | "state" | "reason_code" | "attention" | "message">;

/** The message, beside the state: with the label only where it says more than the state. */
export function messageOf(item: Labelled): string {
  const isSaid = item.label === labelOf({ ...item, attention: null });
  return isSaid ? wordsOf(item) : labelledMessageOf(item);
}

/** The label and the message, where no state is shown. */
export function labelledMessageOf(item: Labelled): string {
  return [item.label, wordsOf(item)].filter((word) => word !== "").join(": ");
}

/** An agent's last message does not explain why it may be stalled. */
function wordsOf({ attention, message }: Pick<PaneItem, "attention" | "message">): string {
  const tellsMore = attention !== null && (message === "" || attention.kind === "stalled");
  return plain(tellsMore ? attention.message : message);
}

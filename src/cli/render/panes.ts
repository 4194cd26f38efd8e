import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { emptyWords, footer } from "./list-words.ts";
import { table, widthBefore } from "./table.ts";
import { displayWidth, shorten } from "./width.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";

export interface Look {
  columns: number | null;
  colour: boolean;
}

/** Symbols are for people: a program that reads the table has the words. */
export interface ListLook extends Look {
  symbols: boolean;
}

/** Fewer columns than this are no place for a message: it gets a line of its own. */
const LEAST_MESSAGE = 30;
const INDENT = "   ";

/** What is to be typed is never cut: where it does not fit beside the rest, it stands under it, as the message does. */
export function renderPanes(list: PaneList, { columns, colour, symbols }: ListLook): string {
  if (list.items.length === 0) return emptyWords(list, "panes");
  const rows = list.items.map((item) => [stateSymbol(item.state), ...cellsOf(item, list.generated_at)]);
  const wide = [HEADS, ...rows].map((row) => row.slice(symbols ? 0 : 1));
  const isStacked = columns !== null && widthBefore(wide) + LEAST_MESSAGE > columns;
  const shown = isStacked ? wide.map((row) => row.slice(0, -1)) : wide;
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(shown);
  const isOver = shown.map((row) => isStacked && displayWidth(row.at(-1) ?? "") > room);
  const [header = [], ...lines] = table(
    shown.map((row, index) => (isOver[index] ? [...row.slice(0, -1), ""] : row)),
    columns,
  );
  const body = lines.flatMap((cells, index) => {
    const { state } = list.items[index] as PaneItem;
    const [ref = "", message = ""] = rows[index]?.slice(-2) ?? [];
    const painted = cells.map((cell, place) => (place < (symbols ? 2 : 1) ? paintState(cell, state, colour) : cell));
    const said = isStacked && message !== "" ? [shorten(message, columns - INDENT.length)] : [];
    const under = [...(isOver[index + 1] ? [ref] : []), ...said];
    return [painted.join("  ").trimEnd(), ...under.map((line) => INDENT + line)];
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body, "", footer(list)].join("\n");
}

const HEADS = ["", "STATE", "AGENT", "FOR", "SAID BY", "PANE", "MESSAGE"];

function cellsOf(item: PaneItem, now: number): string[] {
  const since = item.since === null ? "-" : shortAge(now - item.since);
  return [stateWords(item), item.agent ?? "-", since, item.source ?? "-", plain(item.ref), messageOf(item)];
}

/** The state, and why it is not more definite. */
export function stateWords({ state, reason_code }: Pick<PaneItem, "state" | "reason_code">): string {
  return reason_code === null || reason_code === "runtime_ended" ? state : `${state} (${reason_code})`;
}

/** What the person is asked for, and what was said. */
export function messageOf({ attention, message }: Pick<PaneItem, "attention" | "message">): string {
  // what it last said itself is not why it may be stuck
  const tellsMore = attention !== null && (message === "" || attention.kind === "stalled");
  const said = plain(tellsMore ? attention.message : message);
  return [attention?.label, said].filter((word) => word !== undefined && word !== "").join(": ");
}

import { backgroundWords } from "../../core/lists/background-words.ts";
import { limitWords, resumesWords } from "../../core/lists/limit-words.ts";
import { queueWords } from "../../core/lists/queue-words.ts";
import { isUnderLead, teammatesWords } from "../../core/lists/team.ts";
import { nameOf, programOf, promptOf, THIS_MACHINE, toolOf } from "../../core/lists/who.ts";
import { labelOf, labelOfKind } from "../../core/protocol/events/shelves.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import { displayWidth, shorten } from "../../core/text/width.ts";
import { dayOf } from "../common/day-of.ts";
import { emptyWords, footer } from "./list-words.ts";
import { moment } from "./moment.ts";
import { table, widthBefore } from "./table.ts";
import { itemSymbol, minutesLeft, paint, paintState, plain, shortAge, sinceOf } from "./words.ts";
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

/** What is told of a pane; the last cell is its ref. */
interface PaneRow {
  cells: readonly string[];
  message: string;
}

interface Style {
  header: PaneRow;
  rowOf(item: PaneItem, items: readonly PaneItem[], now: number): PaneRow;
  /** The message of a pane without one; `heads` are the columns of what agents work on. */
  workOf(item: PaneItem, heads: readonly (string | undefined)[]): string;
  /** How many cells have the colour of the state. */
  stateCells: number;
}

/** A row of the table, and lines of its own under it. */
interface Line {
  cells: readonly string[];
  under: readonly string[];
}

/** Messages are beside their panes; under them where it is too narrow for that. */
export function renderPanes(list: PaneList, { columns, colour, symbols }: ListLook): string {
  const { items, generated_at: now } = list;
  if (items.length === 0) return emptyWords(list, "panes");
  const style = symbols ? FOR_PEOPLE : FOR_PROGRAMS;
  const rows = items.map((item) => style.rowOf(item, items, now));
  const room = columns === null ? null : columns - widthBefore([style.header, ...rows].map(besideIt));
  const work = room === null ? [] : workColumns(items, room - READABLE_MESSAGE, dayOf(now));
  const heads = work.map(([head]) => head);
  const told = rows.map((row, index) => {
    const item = items[index];
    return item === undefined || row.message !== "" ? row : { ...row, message: style.workOf(item, heads) };
  });
  const all = [style.header, ...told];
  const isNarrow = room !== null && isTooNarrow(room, rows);
  const lines = columns !== null && isNarrow ? stacked(all, columns) : beside(all, work);
  const [header = [], ...body] = table(
    lines.map(({ cells }) => cells),
    columns,
  );
  const painted = body.flatMap((cells, index) => {
    const state = items[index]?.state ?? "unknown";
    const shown = cells.map((cell, place) => (place < style.stateCells ? paintState(cell, state, colour) : cell));
    return [lineOf(shown), ...(lines[index + 1]?.under ?? []).map((line) => INDENT + line)];
  });
  return [paint(lineOf(header), "1", colour), ...painted, "", footer(list)].join("\n");
}

function lineOf(cells: readonly string[]): string {
  return cells.join("  ").trimEnd();
}

function besideIt({ cells, message }: PaneRow): string[] {
  return [...cells, message];
}

function isTooNarrow(room: number, rows: readonly PaneRow[]): boolean {
  return room < MIN_MESSAGE || (room < READABLE_MESSAGE && rows.some(({ message }) => displayWidth(message) > room));
}

function beside(rows: readonly PaneRow[], work: readonly (readonly string[])[]): Line[] {
  return rows.map(({ cells, message }, index) => ({
    cells: [...cells, ...work.map((column) => column[index] ?? ""), message],
    under: [],
  }));
}

/** Refs are never cut, because people type them: one that does not fit is under its row, as messages are. */
function stacked(rows: readonly PaneRow[], columns: number): Line[] {
  const room = columns - widthBefore(rows.map(({ cells }) => cells));
  return rows.map(({ cells, message }) => {
    const ref = cells.at(-1) ?? "";
    const isOver = displayWidth(ref) > room;
    const said = message === "" ? [] : [shorten(message, columns - INDENT.length)];
    return { cells: isOver ? [...cells.slice(0, -1), ""] : cells, under: [...(isOver ? [ref] : []), ...said] };
  });
}

/** For programs: names that do not change, and the whole ref. */
const FOR_PROGRAMS: Style = {
  header: { cells: ["STATE", "AGENT", "FOR", "SAID BY", "PANE"], message: "MESSAGE" },
  rowOf: (item, _, now) => rowForPrograms(item, now),
  workOf: () => "",
  stateCells: 1,
};

function rowForPrograms(item: PaneItem, now: number): PaneRow {
  const since = item.since === null ? "-" : shortAge(now - item.since);
  const message = joined(
    snoozedWords(item, now),
    limitedWords(item, now),
    backgroundWords(item.doing),
    teammatesWords(item),
    queueWords(item.queue),
    nothingNewWords(item, now),
    messageOf(item),
  );
  return { cells: [stateWords(item), item.agent ?? "-", since, item.source ?? "-", plain(item.ref)], message };
}

/** For people: the label, and who it is, as `watch` and the dashboard call it. */
const FOR_PEOPLE: Style = {
  header: { cells: ["", "STATE", "WHO", "AGENT", "FOR", "PANE"], message: "MESSAGE" },
  rowOf: rowForPeople,
  workOf: workWords,
  stateCells: 2,
};
const LONGEST_NAME = 24;

function rowForPeople(item: PaneItem, items: readonly PaneItem[], now: number): PaneRow {
  const since = sinceOf(item);
  const message = joined(
    snoozedWords(item, now),
    wakesWords(item, now),
    backgroundWords(item.doing),
    teammatesWords(item),
    queueWords(item.queue),
    nothingNewWords(item, now),
    wordsOf(item),
  );
  const cells = [
    itemSymbol(item),
    labelWords(item, now),
    shorten((isUnderLead(item, items) ? "└ " : "") + plain(nameOf(item)), LONGEST_NAME),
    plain(programOf(item)),
    since === null ? "-" : shortAge(now - since),
    shortRef(item, items),
  ];
  return { cells, message };
}

/** The label; if nothing is known of it, with the reason. */
function labelWords({ label, state, reason_code, limited }: PaneItem, now: number): string {
  if (limited && label === labelOfKind("limited")) return limitWords(limited, now, (at) => moment(at, now));
  const isReasoned =
    state === "unknown" && label === "unknown" && reason_code !== null && reason_code !== "runtime_ended";
  return isReasoned ? `${label}: ${reason_code.replaceAll("_", " ")}` : label;
}

/** Fills the message cell of a pane without a message: the running tool, else the last prompt; empty if another column has it. */
function workWords(item: PaneItem, heads: readonly (string | undefined)[]): string {
  const tool = item.state === "running" ? toolOf(item) : "";
  return heads.includes(tool === "" ? "TASK" : "TOOL") ? "" : plain(tool || promptOf(item));
}

/** The shortest ref that commands take: the pane id, with its target if it is on another machine or not unique. */
export function shortRef({ identity: { target, pane_id } }: PaneItem, items: readonly PaneItem[]): string {
  const namesakes = items.filter(({ identity }) => identity.pane_id === pane_id);
  return target === THIS_MACHINE && namesakes.length === 1 ? pane_id : `${target}/${pane_id}`;
}

function joined(...words: string[]): string {
  return words.filter((word) => word !== "").join("; ");
}

/** `limited until 16:40, goes on by itself`; empty if no limit stops it. */
export function limitedWords(item: Pick<PaneItem, "limited">, now: number): string {
  const { limited } = item;
  if (!limited) return "";
  return [limitWords(limited, now, (at) => moment(at, now)), wakesWords(item, now)].filter(Boolean).join(", ");
}

function wakesWords({ limited }: Pick<PaneItem, "limited">, now: number): string {
  return limited ? resumesWords(limited, now, (at) => moment(at, now)) : "";
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
  return until === null ? "" : `snoozed for ${minutesLeft(until - now)}`;
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

/** An agent's last message explains neither why it may be stalled nor what it has used. */
function wordsOf({ attention, message }: Pick<PaneItem, "attention" | "message">): string {
  const tellsMore =
    attention !== null && (message === "" || attention.kind === "stalled" || attention.source === "usage");
  return plain(tellsMore ? attention.message : message);
}

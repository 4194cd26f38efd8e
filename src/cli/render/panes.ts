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

/** Refs are never cut, because people type them: if one does not fit, it goes on its own line, as the message does. */
export function renderPanes(list: PaneList, { columns, colour, symbols }: ListLook): string {
  if (list.items.length === 0) return emptyWords(list, "panes");
  const now = list.generated_at;
  const rows = list.items.map((item) => (symbols ? cellsForPeople(item, list.items, now) : cellsOf(item, now)));
  const wide = [symbols ? HEADS_FOR_PEOPLE : HEADS, ...rows];
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(wide);
  const isCut = rows.some((row) => displayWidth(row.at(-1) ?? "") > room);
  const isStacked = room < MIN_MESSAGE || (isCut && room < READABLE_MESSAGE);
  const work = columns === null ? [] : workColumns(list.items, room - READABLE_MESSAGE, dayOf(now));
  const heads = work.map(([head]) => head);
  const messages = list.items.map((item, index) => rows[index]?.at(-1) || (symbols ? workWords(item, heads) : ""));
  const shown = wide.map((row, index) => [
    ...row.slice(0, -1),
    ...work.map((column) => column[index] ?? ""),
    ...(isStacked ? [] : [index === 0 ? (row.at(-1) ?? "") : (messages[index - 1] ?? "")]),
  ]);
  const refRoom = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(shown);
  const isOver = shown.map((row) => isStacked && displayWidth(row.at(-1) ?? "") > refRoom);
  const [header = [], ...lines] = table(
    shown.map((row, index) => (isOver[index] ? [...row.slice(0, -1), ""] : row)),
    columns,
  );
  const body = lines.flatMap((cells, index) => {
    const item = list.items[index] as PaneItem;
    const ref = rows[index]?.at(-2) ?? "";
    const painted = cells.map((cell, place) =>
      place < (symbols ? 2 : 1) ? paintState(cell, item.state, colour) : cell,
    );
    const words = messages[index] ?? "";
    const said = isStacked && words !== "" ? [shorten(words, (columns ?? 0) - INDENT.length)] : [];
    const under = [...(isOver[index + 1] ? [ref] : []), ...said];
    return [painted.join("  ").trimEnd(), ...under.map((line) => INDENT + line)];
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body, "", footer(list)].join("\n");
}

/** For programs: names that do not change, and the whole ref. */
const HEADS = ["STATE", "AGENT", "FOR", "SAID BY", "PANE", "MESSAGE"];

function cellsOf(item: PaneItem, now: number): string[] {
  const since = item.since === null ? "-" : shortAge(now - item.since);
  const said = joined(
    snoozedWords(item, now),
    limitedWords(item, now),
    backgroundWords(item.doing),
    teammatesWords(item),
    queueWords(item.queue),
    nothingNewWords(item, now),
    messageOf(item),
  );
  return [stateWords(item), item.agent ?? "-", since, item.source ?? "-", plain(item.ref), said];
}

/** For people: the label, and who it is, as `watch` and the dashboard call it. */
const HEADS_FOR_PEOPLE = ["", "STATE", "WHO", "AGENT", "FOR", "PANE", "MESSAGE"];
const LONGEST_NAME = 24;

function cellsForPeople(item: PaneItem, items: readonly PaneItem[], now: number): string[] {
  const since = sinceOf(item);
  const said = joined(
    snoozedWords(item, now),
    wakesWords(item, now),
    backgroundWords(item.doing),
    teammatesWords(item),
    queueWords(item.queue),
    nothingNewWords(item, now),
    wordsOf(item),
  );
  return [
    itemSymbol(item),
    labelWords(item, now),
    shorten((isUnderLead(item, items) ? "└ " : "") + plain(nameOf(item)), LONGEST_NAME),
    plain(programOf(item)),
    since === null ? "-" : shortAge(now - since),
    shortRef(item, items),
    said,
  ];
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

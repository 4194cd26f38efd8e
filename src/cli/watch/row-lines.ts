import { usageWords } from "../../core/lists/usage-words.ts";
import { displayWidth, shorten, wrap } from "../../core/text/width.ts";
import { dayOf } from "../common/day-of.ts";
import { detailLines } from "../render/questions.ts";
import { itemSymbol, paint, plain, shortAge, sinceOf } from "../render/words.ts";
import { answersOf, mayReply } from "./answers.ts";
import type { Group } from "./group.ts";
import type { Model } from "./model.ts";
import { paintedLine } from "./painted-line.ts";
import { progressLine } from "./progress-line.ts";
import { agentTag, askedFor, placeOf, whoOf, wordsOf } from "./row-words.ts";
import { callOf, type Row } from "./rows.ts";

const INDENT = "   ";
/** From here on there is room for what an agent has used. */
const WIDE = 100;
const LABEL_WIDTH = "wants approval".length;
const BOLD = "1";
const GREY = "90";
const YELLOW = "33";

const COLOURS: Record<Group, string> = { blocked: YELLOW, check: "36", done: "32", running: "34", others: GREY };

/** The lines of a row: two if a person is asked, else one; a selected row is shown whole. */
export function rowLines(row: Row, model: Model, now: number): string[] {
  const isSelected = row.key === model.selected;
  const isAsking = row.group === "blocked" || row.group === "check";
  const progress = progressLine(row, model);
  const head = headLine(row, model, now, isAsking || isSelected || progress !== null);
  if (isSelected) return [head, ...detail(row, model, now, progress)];
  if (progress !== null) return [head, progress];
  const words = wordsOf(row, now);
  return isAsking && words !== "" ? [head, INDENT + shorten(words, model.size.columns - INDENT.length)] : [head];
}

function headLine(row: Row, { selected, size, colour, note }: Model, now: number, isShort: boolean): string {
  const { item, group } = row;
  const since = sinceOf(item);
  const code = item.attention?.kind === "error" ? "31" : COLOURS[group];
  const isSelected = row.key === selected;
  const said = note?.key === row.key ? note.words : null;
  const words = isShort ? "" : wordsOf(row, now);
  const task = isShort ? askedFor(item) : "";
  const pieces = [
    { text: isSelected ? "▌" : " ", code },
    { text: `${itemSymbol(item)} ${pad(item.label)} `, code },
    { text: whoOf(item), code: isSelected ? BOLD : "0" },
    ...(said === null
      ? [{ text: ` [${agentTag(item)}]` }, { text: ` ${placeOf(item)}`, code: GREY }]
      : [{ text: `  ${said}`, code: YELLOW }]),
    ...(said === null && words !== "" ? [{ text: `  ${words}` }] : []),
    ...(said === null && task !== "" ? [{ text: `  ${task}`, code: GREY }] : []),
  ];
  const age = since === null ? "" : shortAge(now - since);
  const used = size.columns < WIDE ? "" : usageWords(item, dayOf(now));
  return paintedLine(pieces, { text: [used, age].filter(Boolean).join("  "), code: GREY }, size.columns, colour);
}

/** Under the head of the selected row: everything that is asked, and the keys that answer. */
function detail(row: Row, model: Model, now: number, progress: string | null): string[] {
  const { question } = row;
  const { size, colour } = model;
  const isAnswered = progress !== null && model.progress.get(row.key)?.phase !== "refused";
  const room = size.columns - INDENT.length;
  const asked = question === null ? wordsOf(row, now) : `${plain(question.text)}${partWords(question.part)}`;
  return [
    ...(asked === "" ? [] : wrapped(asked, room)),
    ...(question === null ? [] : detailLines(question, { columns: size.columns, colour })),
    ...(isAnswered ? [] : choices(row, model)),
    ...(progress === null ? [] : [progress]),
    ...(isAnswered ? [] : hints(row, room, colour)),
  ];
}

function choices({ question, ...row }: Row, { size, picks }: Model): string[] {
  const marked = question !== null && picks?.call === callOf({ question, ...row }) ? picks.keys : [];
  return (question?.options ?? []).flatMap(({ label, description }, index) => {
    const more = description === undefined || description === label ? "" : `  (${plain(description)})`;
    const mark = question?.multiple ? (marked.includes(String(index + 1)) ? "[x] " : "[ ] ") : "";
    return wrapped(`${index + 1}. ${mark}${plain(label)}${more}`, size.columns - INDENT.length);
  });
}

function hints(row: Row, room: number, colour: boolean): string[] {
  const { item, question } = row;
  const plainKeys = question === null ? [] : answersOf(question).filter(({ key }) => key === "y" || key === "n");
  const digits = Math.min(9, question?.options?.length ?? 0);
  const words = [
    ...plainKeys.map(({ key, label }) => `${key} ${label}`),
    ...(digits > 0 ? [`${digits === 1 ? "1" : `1–${digits}`} ${question?.multiple ? "mark" : "pick"}`] : []),
    ...(question?.multiple ? ["p send picks"] : []),
    ...(mayReply(row) ? ["r reply"] : []),
    ...(item.attention === null ? [] : ["e seen", item.snoozed_until === null ? "z later" : "z now"]),
    ...(item.state === "running" ? ["i interrupt"] : []),
  ];
  if (words.length === 0) return [];
  return wrapped(words.join(" · "), room).map((line) => paint(line, GREY, colour));
}

function wrapped(text: string, room: number): string[] {
  return wrap(text, Math.max(10, room)).map((line) => INDENT + line.trimEnd());
}

function partWords(part: { n: number; of: number } | undefined): string {
  return part === undefined ? "" : ` (${part.n} of ${part.of})`;
}

function pad(label: string): string {
  return label + " ".repeat(Math.max(0, LABEL_WIDTH - displayWidth(label)));
}

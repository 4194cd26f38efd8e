import type { Line } from "../adapter/screen.ts";
import { isBlank } from "../adapter/screen-rows.ts";
import { isBorder, unframed } from "./unframed.ts";

/** Rows below the input line: key hints, the model's name. */
const MAX_FOOTER = 6;
/** A person's input; a cursor on a numbered choice looks similar. */
const TYPED = /^ {0,2}[>❯›](?: +(?!\d+[.)] )|$)/u;
/** A person's message, or a question, with a bar on its left. */
const BARRED = /^\s*┃(?:\s|$)/u;
const REPLY = /^ {0,3}[⏺●•✦◆■✕✗]\s+(?=\S)/u;
/** A status line: work in progress, or its result. */
const STATUS =
  /^ {0,5}(?:[·*✢✳✶✷✸✹✺✻✼✽◐◓◑◒⠁-⣿] \S.*(?:…|\bfor \d|to (?:interrupt|cancel|stop)).*|Worked for .*|done \d+:\d\d.*|▣ {2}.*|[└⎿] {1,2}Tip: .*|Tokens: \d.*)$/u;
/** Notes at the right edge, and the working directory. */
const NOTE = /^(?: {12,}\S.*| ?[~/]\S*(?: \[[^\]]*\])?|.*\? for shortcuts| ?(?:shift|ctrl)\+\w+ to .*)$/iu;
const MAX_NOTES = 3;

/** The mark with which agents begin a message, in a column near the edge. */
export function isReply(text: string): boolean {
  return REPLY.test(text);
}

export function withoutMark(text: string): string {
  return text.replace(REPLY, (mark) => " ".repeat(mark.length));
}

export function isBarred(text: string): boolean {
  return BARRED.test(text);
}

export function isTyped(text: string): boolean {
  return TYPED.test(text);
}

/** Everything above the input line, without status lines. */
export function withoutChrome(rows: readonly Line[]): Line[] {
  const inside = unframed(rows);
  const input = inside.findLastIndex(({ text }, index) => isTyped(text) && isInputLine(rows, inside, index));
  const over = input < 0 ? withoutBar(rows) : rows.slice(0, input);
  const status = over.findLastIndex(({ text }) => STATUS.test(text));
  const after = over.slice(status + 1).filter(({ text }) => text !== "" && !isBorder(text));
  const isLast = status >= 0 && after.length <= MAX_NOTES && !after.some(({ text }) => isTyped(text) || isReply(text));
  return withoutEnd(isLast ? over.slice(0, status) : over);
}

/** Removes an input box that has only a bar on its left, and the rows below it. */
function withoutBar(rows: readonly Line[]): Line[] {
  const foot = rows.findLastIndex(({ text }) => /^\s*[╹▀]/u.test(text));
  if (foot < 0 || rows.slice(foot + 1).filter((row) => !isBlank(row)).length > MAX_FOOTER) return [...rows];
  return rows.slice(0, rows.slice(0, foot).findLastIndex(({ text }) => !BARRED.test(text)) + 1);
}

/** Empty, framed, between lines, or with only an indented footer below. */
function isInputLine(rows: readonly Line[], inside: readonly Line[], index: number): boolean {
  const under = inside.slice(index + 1).filter((row) => !isBlank(row));
  if (under.length > MAX_FOOTER) return false;
  const isFramed = [rows[index - 1], rows[index + 1]].every((row) => row !== undefined && isBorder(row.text));
  const isEmpty = /^\s*\S$/u.test(inside[index]?.text ?? "");
  return isFramed || isEmpty || (under.length > 0 && under.every(({ text }) => /^\s/.test(text)));
}

function withoutEnd(rows: readonly Line[]): Line[] {
  const isLeft = ({ text }: Line) => text !== "" && !isBorder(text) && !STATUS.test(text) && !NOTE.test(text);
  return rows.slice(0, rows.findLastIndex(isLeft) + 1);
}

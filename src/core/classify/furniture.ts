import type { Line } from "../agents/screen.ts";
import { isBlank } from "../agents/screen-rows.ts";
import { isBorder, unframed } from "./unframed.ts";

/** Under the input line: what keys do, which model it is. */
const MOST_FOOTER = 6;
/** What a person types or has typed; a cursor on a choice looks alike. */
const TYPED = /^ {0,2}[>❯›](?: +(?!\d+[.)] )|$)/u;
/** What a person wrote, or is asked, where it has a bar at its left. */
const BARRED = /^\s*┃(?:\s|$)/u;
const REPLY = /^ {0,3}[⏺●•✦◆■✕✗]\s+(?=\S)/u;
/** Shows work, or how it went. */
const STATUS =
  /^ {0,5}(?:[·*✢✳✶✷✸✹✺✻✼✽◐◓◑◒⠁-⣿] \S.*(?:…|\bfor \d|to (?:interrupt|cancel|stop)).*|Worked for .*|done \d+:\d\d.*|▣ {2}.*|[└⎿] {1,2}Tip: .*|Tokens: \d.*)$/u;
/** Notes at the right edge, and where it works. */
const NOTE = /^(?: {12,}\S.*| ?[~/]\S*(?: \[[^\]]*\])?|.*\? for shortcuts| ?(?:shift|ctrl)\+\w+ to .*)$/iu;
const MOST_NOTES = 3;

/** How agents begin what they say, in a column near the edge. */
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

/** All over the input line, without what shows work or how it went. */
export function withoutFurniture(rows: readonly Line[]): Line[] {
  const inside = unframed(rows);
  const input = inside.findLastIndex(({ text }, index) => isTyped(text) && isInputLine(rows, inside, index));
  const over = input < 0 ? withoutBar(rows) : rows.slice(0, input);
  const status = over.findLastIndex(({ text }) => STATUS.test(text));
  const after = over.slice(status + 1).filter(({ text }) => text !== "" && !isBorder(text));
  const isLast = status >= 0 && after.length <= MOST_NOTES && !after.some(({ text }) => isTyped(text) || isReply(text));
  return withoutEnd(isLast ? over.slice(0, status) : over);
}

/** An input box that has only a bar at its left, and what stands under it. */
function withoutBar(rows: readonly Line[]): Line[] {
  const foot = rows.findLastIndex(({ text }) => /^\s*[╹▀]/u.test(text));
  if (foot < 0 || rows.slice(foot + 1).filter((row) => !isBlank(row)).length > MOST_FOOTER) return [...rows];
  return rows.slice(0, rows.slice(0, foot).findLastIndex(({ text }) => !BARRED.test(text)) + 1);
}

/** Empty, in a frame or between lines, or with nothing but an indented footer under it. */
function isInputLine(rows: readonly Line[], inside: readonly Line[], index: number): boolean {
  const under = inside.slice(index + 1).filter((row) => !isBlank(row));
  if (under.length > MOST_FOOTER) return false;
  const isFramed = [rows[index - 1], rows[index + 1]].every((row) => row !== undefined && isBorder(row.text));
  const isEmpty = /^\s*\S$/u.test(inside[index]?.text ?? "");
  return isFramed || isEmpty || (under.length > 0 && under.every(({ text }) => /^\s/.test(text)));
}

function withoutEnd(rows: readonly Line[]): Line[] {
  const isLeft = ({ text }: Line) => text !== "" && !isBorder(text) && !STATUS.test(text) && !NOTE.test(text);
  return rows.slice(0, rows.findLastIndex(isLeft) + 1);
}

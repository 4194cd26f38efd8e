import type { Dialog } from "../../adapter/dialog.ts";
import { textOf } from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import type { Line } from "../../adapter/screen.ts";
import { isBlank, isRule, joined, paragraphs } from "../../adapter/screen-rows.ts";
import { without } from "../schema/screen-shape.ts";
import type { CompiledDialog } from "./compile-dialog.ts";
import type { DialogParts } from "./dialog-parts.ts";

/** The rows of a question, and where the rest begins. */
interface Asked {
  rows: readonly Line[];
  rest: readonly Line[];
}

/** The question, and the text that it is about. */
export function textIn({ over: all, head }: DialogParts, dialog: CompiledDialog): Pick<Dialog, "text" | "detail"> {
  const { says, notText, textStrip, part } = dialog;
  const tabs = all.findLastIndex(({ text }) => part.test(text));
  // a numbered head has nothing of the question above it
  const below = says.part?.by === "numbers" ? all.slice(tabs + 1) : all.filter((_, index) => index !== tabs);
  const over = below.filter(({ text }) => !notText.test(text));
  const asked = says.text === "form" ? formRows(over, tabs >= 0) : askedIn(over, says.text ?? "last");
  const clean = asked.rows.map(({ row, text }) => ({ row, text: without(text.trim(), textStrip) }));
  const text = without(joined(clean)[0]?.text ?? "", textStrip);
  return { text, ...given({ detail: detailIn(over, head, asked.rest, dialog) }) };
}

function askedIn(over: readonly Line[], where: NonNullable<CompiledDialog["says"]["text"]>): Asked {
  const blocks = paragraphs(over);
  const last = blocks.at(-1) ?? [];
  switch (where) {
    case "first":
    case "form":
      return withRest(over, blocks[0] ?? []);
    case "first-line":
      return withRest(over, blocks[0]?.slice(0, 1) ?? []);
    case "last":
      return withRest(over, last);
    case "last-line":
      return withRest(over, last.slice(-1));
    case "all":
      return withRest(
        over,
        over.filter((row) => !isBlank(row)),
      );
    case "question": {
      const from = over.findIndex(({ text }) => /\?(?:$| )/.test(text));
      return withRest(over, from < 0 ? (blocks[0] ?? []) : untilGap(over.slice(from)));
    }
    case "question-line": {
      const line = over.findLast(({ text }) => /\?$/.test(text)) ?? over.findLast((row) => !isBlank(row));
      return withRest(over, line === undefined ? [] : [line]);
    }
    default:
      return where satisfies never;
  }
}

/** In a form with several fields, what is asked and the current field. */
function formRows(over: readonly Line[], hasTabs: boolean): Asked {
  const lines = paragraphs(over)
    .flatMap(joined)
    .map(({ row, text }) => ({ row, text: text.replace(/:$/u, "") }))
    .filter((row) => !isBlank(row));
  const words = hasTabs ? lines : lines.slice(0, 1);
  return {
    rows: words.map(({ row, text }, at) => ({ row, text: at < words.length - 1 ? `${text}:` : text })),
    rest: [],
  };
}

function withRest(over: readonly Line[], rows: readonly Line[]): Asked {
  const last = rows.at(-1);
  return { rows, rest: last === undefined ? [] : over.slice(over.indexOf(last) + 1) };
}

function untilGap(rows: readonly Line[]): Line[] {
  const gap = rows.findIndex(isBlank);
  return rows.slice(0, gap < 0 ? rows.length : gap);
}

function detailIn(
  over: readonly Line[],
  head: Line | null,
  rest: readonly Line[],
  { says, command }: CompiledDialog,
): string | undefined {
  switch (says.detail) {
    case undefined:
      return undefined;
    case "rest":
      return textOf(commandIn(rest, command));
    case "paragraphs":
      return textOf(paragraphs(rest).flatMap(joined));
    case "title":
      return head?.text.trim();
    case "over":
      return textOf(paragraphs(over).slice(0, -1).flatMap(joined));
    case "dotted":
      return betweenDots(over);
    case "frame":
      return framed(over);
    case "before":
      return framed(over) ?? beforeLast(over);
    default:
      return says.detail satisfies never;
  }
}

/** From the row with the command on, without its mark; if there is none, all rows. */
function commandIn(rows: readonly Line[], command: CompiledDialog["command"]): readonly Line[] {
  const at = rows.findIndex(({ text }) => command.test(text));
  if (at < 0) return rows;
  const indent = /^ */u.exec(rows[at]?.text ?? "")?.[0] ?? "";
  return rows.slice(at).map(({ row, text }, index) => {
    const shown = index === 0 ? without(text, command) : text;
    return { row, text: shown.startsWith(indent) ? shown.slice(index === 0 ? 0 : indent.length) : shown };
  });
}

/** The text between dotted lines. The beginning of a long one is scrolled out of view. */
function betweenDots(over: readonly Line[]): string | undefined {
  const dotted = over.flatMap((row, index) => (isRule(row) && row.text.includes("╌") ? [index] : []));
  const end = dotted.at(-1);
  if (end === undefined) return undefined;
  return textOf(over.slice(dotted.length > 1 ? (dotted.at(-2) ?? 0) + 1 : 0, end));
}

/** The text in a frame of its own. */
function framed(over: readonly Line[]): string | undefined {
  const inside = over.filter(({ text }) => /^│ /u.test(text));
  return textOf(inside.map(({ row, text }) => ({ row, text: text.replace(/^│ ?/u, "").replace(/(?<! ) *│$/u, "") })));
}

/** Everything under the title but the question. */
function beforeLast(over: readonly Line[]): string | undefined {
  const body = paragraphs(over.slice(over.findIndex(isRule) + 1)).slice(0, -1);
  return textOf(withGaps(body));
}

/** Paragraphs with a blank row between each two. */
export function withGaps(blocks: readonly Line[][]): Line[] {
  return blocks.flatMap((block, index) => (index === 0 ? block : [{ row: 0, text: "" }, ...block]));
}

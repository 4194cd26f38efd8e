import type { Line } from "../agents/screen.ts";
import { rowsOf, withoutBlankEnd } from "../agents/screen-rows.ts";
import { shownChoices } from "./choices.ts";
import type { Excerpt } from "./excerpt.ts";
import { isPlainShell, isTypedCommand } from "./foreground.ts";
import { isBarred, isReply, isTyped, withoutFurniture, withoutMark } from "./furniture.ts";
import { lastLine } from "./last-line.ts";
import { inlineChoices, listedChoices } from "./offered.ts";
import { unframed } from "./unframed.ts";

/** What an agent said last, and what it offers to choose from, as far as the screen shows it. */
export interface Extract {
  reply: string;
  choices: string[];
}

const MOST_ROWS = 40;

/** Frames, input boxes, status lines and marks are left out. */
export function extractReply(excerpt: Excerpt): Extract {
  if (isPlainShell(excerpt)) return { reply: "", choices: [] };
  const rows = withoutBlankEnd(rowsOf(excerpt.lines));
  const dialog = shownChoices(rows);
  if (dialog !== null)
    return { reply: textOf(dialog.question), choices: dialog.options.map(({ label }) => label.trim()) };
  const said = lastSaid(withoutFurniture(rows), excerpt.view?.width ?? Number.POSITIVE_INFINITY);
  const whole = lastLine(said, excerpt.view)?.readings[0] ?? "";
  const inline = inlineChoices(whole);
  return { reply: textOf(said), choices: inline.length > 0 ? inline : listedChoices(said.map(({ text }) => text)) };
}

/** From the last mark of a reply, or since the last thing that a person typed; otherwise the last rows. */
function lastSaid(shown: readonly Line[], width: number): Line[] {
  const rows = unframed(shown);
  // a dialog with a bar at its left is what was said last
  if (isBarred(shown.at(-1)?.text ?? "")) return rows.slice(shown.findLastIndex(({ text }) => !isBarred(text)) + 1);
  let typed = rows.findLastIndex(({ text }) => isTyped(text) || isTypedCommand(text));
  typed = Math.max(
    typed,
    shown.findLastIndex(({ text }) => isBarred(text)),
  );
  while (typed >= 0 && (rows[typed]?.text.length ?? 0) >= width - 1) typed += 1;
  const since = rows.slice(Math.max(typed + 1, rows.length - MOST_ROWS));
  const marks = since.flatMap(({ text }, index) => (isReply(text) ? [{ index, column: text.search(/\S/) }] : []));
  // lists in a reply have such marks too, further in
  const column = Math.min(...marks.map((mark) => mark.column));
  return since.slice(marks.findLast((mark) => mark.column === column)?.index ?? 0);
}

/** Without the mark, the indentation that all rows have, and blanks around it. */
function textOf(rows: readonly Line[]): string {
  const texts = rows.map(({ text }) => withoutMark(text));
  const indents = texts.filter((text) => text.trim() !== "").map((text) => text.search(/\S/));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return texts
    .map((text) => text.slice(indent))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

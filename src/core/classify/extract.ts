import type { Line } from "../adapter/screen.ts";
import { rowsOf, withoutBlankEnd } from "../adapter/screen-rows.ts";
import { shownChoices } from "./choices.ts";
import type { Excerpt } from "./excerpt.ts";
import { isPlainShell, isTypedCommand } from "./foreground.ts";
import { lastLine } from "./last-line.ts";
import { inlineChoices, listedChoices } from "./offered.ts";
import { isBarred, isReply, isTyped, withoutChrome, withoutMark } from "./screen-chrome.ts";
import { unframed } from "./unframed.ts";

/** The agent's last message and its choices, as far as the screen shows them. */
export interface Extract {
  reply: string;
  choices: string[];
}

const MAX_ROWS = 40;

/** Omits frames, input boxes, status lines and marks. */
export function extractReply(excerpt: Excerpt): Extract {
  if (isPlainShell(excerpt)) return { reply: "", choices: [] };
  const rows = withoutBlankEnd(rowsOf(excerpt.lines));
  const dialog = shownChoices(rows);
  if (dialog !== null)
    return { reply: textOf(dialog.question), choices: dialog.options.map(({ label }) => label.trim()) };
  const said = lastSaid(withoutChrome(rows), excerpt.view?.width ?? Number.POSITIVE_INFINITY);
  const whole = lastLine(said, excerpt.view)?.readings[0] ?? "";
  const inline = inlineChoices(whole);
  return { reply: textOf(said), choices: inline.length > 0 ? inline : listedChoices(said.map(({ text }) => text)) };
}

/** From the last reply mark, or since the person's last input; otherwise the last rows. */
function lastSaid(shown: readonly Line[], width: number): Line[] {
  const rows = unframed(shown);
  // a dialog with a bar on its left is the last message
  if (isBarred(shown.at(-1)?.text ?? "")) return rows.slice(shown.findLastIndex(({ text }) => !isBarred(text)) + 1);
  let typed = rows.findLastIndex(({ text }) => isTyped(text) || isTypedCommand(text));
  typed = Math.max(
    typed,
    shown.findLastIndex(({ text }) => isBarred(text)),
  );
  while (typed >= 0 && (rows[typed]?.text.length ?? 0) >= width - 1) typed += 1;
  const since = rows.slice(Math.max(typed + 1, rows.length - MAX_ROWS));
  const marks = since.flatMap(({ text }, index) => (isReply(text) ? [{ index, column: text.search(/\S/) }] : []));
  // lists in a reply have such marks too, indented further
  const column = Math.min(...marks.map((mark) => mark.column));
  return since.slice(marks.findLast((mark) => mark.column === column)?.index ?? 0);
}

/** Removes the mark, common indentation and surrounding blanks. */
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

import type { DialogScreen } from "../../adapter/dialog.ts";
import { chosenOf, type FoundOptions, numberedOptions, plainOptions } from "../../adapter/dialog-options.ts";
import type { Line } from "../../adapter/screen.ts";
import { isBlank, isRule, joined, paragraphs, rowsOf, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { barDialogRows } from "../layout/bars.ts";
import { dialogRows, dialogTop, headedDialog } from "../layout/dialog-area.ts";
import { cleanRows, hasInputBox } from "../layout/layout-by-file.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";
import type { CompiledDialog } from "./compile-dialog.ts";
import { litRow } from "./lit-word.ts";

/** As part of a regular expression: fits nothing. */
const NO_MARK = "(?!)";

/** A screen that may show a dialog. */
export interface DialogArea {
  /** All rows of the screen, and those that a dialog may be in; null if it shows the input box, or no such rows. */
  screen: readonly Line[];
  rows: readonly Line[] | null;
  styled: readonly string[];
}

/** The parts of a dialog. */
export interface DialogParts {
  rows: readonly Line[];
  styled: readonly string[];
  /** The marks of the cursor. */
  marks: readonly string[];
  /** Its choices; null if it has none. */
  found: FoundOptions | null;
  /** The rows over its choices; after its head, if it has one. */
  over: readonly Line[];
  head: Line | null;
  /** The keys below its choices, as one line. */
  hint: string;
}

export function dialogArea({ lines, styled = [] }: DialogScreen, shape: ScreenShape): DialogArea {
  const screen = cleanRows(rowsOf(lines), shape);
  if (hasInputBox(screen, shape)) return { screen, rows: null, styled };
  const rows = shape.says.kind === "bars" ? barDialogRows(screen, shape) : dialogRows(screen, shape);
  return { screen, rows: rows && withoutBlankEnd(rows), styled };
}

/** The parts of the dialog as this entry of the file finds them; null if it is another dialog. */
export function partsOf(area: DialogArea, shape: ScreenShape, dialog: CompiledDialog): DialogParts | null {
  const rows = dialog.says.from_head ? rowsFromHead(area.screen, dialog) : area.rows;
  if (rows === null) return null;
  const parts = dialog.says.list === "keys" ? keyedParts(area, shape) : listedParts(rows, area.styled, shape, dialog);
  if (parts === null || !(dialog.hint?.test(parts.hint) ?? true)) return null;
  if (dialog.head === null) return parts;
  const at = parts.over.findIndex(({ text }) => dialog.head?.test(text));
  return at < 0 ? null : { ...parts, head: parts.over[at] ?? null, over: parts.over.slice(at + 1) };
}

function rowsFromHead(screen: readonly Line[], { head, hint }: CompiledDialog): Line[] | null {
  const from = screen.findLastIndex(({ text }) => head?.test(text));
  const over = screen[from - 1];
  const to = screen.findLastIndex(({ text }, index) => index > from && hint?.test(text.trim()));
  return over !== undefined && isRule(over) && to > from ? screen.slice(from, to + 1) : null;
}

function listedParts(
  rows: readonly Line[],
  styled: readonly string[],
  shape: ScreenShape,
  dialog: CompiledDialog,
): DialogParts | null {
  const found = optionsOf(rows, shape, dialog);
  if (found === null && dialog.needsChoices) return null;
  const mayHide = dialog.says.cursor_hidden || dialog.says.cursor_coloured;
  if (found !== null && chosenOf(found.options) === null && !mayHide) return null;
  const under = paragraphs(rows.slice(found === null ? 0 : found.to + 1)).at(-1) ?? [];
  const from = found?.from ?? rows.length - (dialog.hint === null ? 0 : under.length);
  const top = dialogTop(rows.slice(0, from), shape);
  const hint = joined(under)[0]?.text ?? "";
  return {
    rows,
    styled,
    marks: [shape.says.cursor ?? ""].flat(),
    found,
    over: rows.slice(top, from),
    head: null,
    hint,
  };
}

function optionsOf(rows: readonly Line[], shape: ScreenShape, dialog: CompiledDialog): FoundOptions | null {
  const { list = "numbered" } = dialog.says;
  const cursor = dialog.says.cursor_coloured ? NO_MARK : shape.cursor;
  if (cursor === null || list === "buttons" || list === "none") return null;
  const isEnd = ({ text }: Line) => shape.keys.test(text) || dialog.more.test(text) || dialog.end.test(text);
  const numbered = list === "plain" ? null : numberedOptions(rows, cursor, isEnd);
  return numbered ?? (list === "plain" || dialog.says.cues !== undefined ? plainOptions(rows, cursor) : null);
}

/** Its first line is known, and its last row has the keys. */
function keyedParts({ screen, styled }: DialogArea, shape: ScreenShape): DialogParts | null {
  const { question = [], dialog = [], hint = [] } = headedDialog(screen, shape) ?? {};
  if (question.length === 0) return null;
  const over = [...question, { row: 0, text: "" }, ...dialog];
  return { rows: over, styled, marks: [], found: null, over, head: null, hint: hint[0]?.text.trim() ?? "" };
}

/** The choice under the cursor; also the one at the end of the list. */
export function cursorOf(parts: DialogParts, dialog: CompiledDialog, count: number): number | null {
  const { found, rows, marks, styled } = parts;
  if (dialog.says.cursor_coloured) return litRow((found?.options ?? []).map(({ row }) => styled[row - 1] ?? ""));
  const chosen = found === null ? null : chosenOf(found.options);
  if (chosen !== null || dialog.says.end === undefined) return chosen;
  const end = rows.find(({ text }) => dialog.end.test(text));
  return marks.some((mark) => end?.text.trimStart().startsWith(mark)) ? count - 1 : null;
}

export function hasRule(rows: readonly Line[], from: number, to: number): boolean {
  return rows.some((row, index) => index > from && index <= to && !isBlank(row) && isRule(row));
}

import type { Line, Places } from "../../adapter/screen.ts";
import { dialogPlaces } from "../../adapter/screen-dialog.ts";
import { isBlank, isRule, joined, lowestFrame, paragraphs, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";
import { inPlaceOfBox } from "./input-box.ts";

/** A dialog without choices is at most so high. */
const DIALOG_ROWS = 16;
/** With more rows than this below it, its first line is part of older output. */
const MOST_UNDER_HEAD = 4;

/** The rows that a dialog may be in. */
export function dialogRows(rows: readonly Line[], shape: ScreenShape): Line[] | null {
  const { says, dialog_foot } = shape;
  if (says.prompt === undefined && says.between_rules) return inPlaceOfBox(rows, shape);
  const shown = withoutBlankEnd(rows);
  if (dialog_foot.test(shown.at(-1)?.text ?? "")) return withoutBlankEnd(shown.slice(0, -1));
  const frame = says.framed ? lowestFrame(rows) : null;
  if (frame !== null) return frame;
  if (says.ruled) return betweenRules(shown);
  return says.framed ? null : shown;
}

function betweenRules(rows: readonly Line[]): Line[] | null {
  const last = rows.at(-1);
  if (last === undefined || !isRule(last)) return null;
  return rows.slice(rows.slice(0, -1).findLastIndex(isRule) + 1, -1);
}

/** The parts of a dialog that is in place of the input box. */
export function dialogAt(rows: readonly Line[], shape: ScreenShape): Places | null {
  const headed = headedDialog(rows, shape);
  if (headed !== null) return headed;
  const inside = dialogRows(rows, shape);
  if (inside === null) return null;
  const found =
    shape.cursor === null
      ? null
      : dialogPlaces(inside, shape.cursor, ({ text }) => isOutside(text, shape), isHintOf(shape));
  if (found !== null || shape.says.always_cursor) return found;
  return { dialog: paragraphs(inside.slice(-DIALOG_ROWS)).flatMap(joined), hint: inside.slice(-1) };
}

/** Where the dialog begins in the rows over its choices. */
export function dialogTop(over: readonly Line[], shape: ScreenShape): number {
  const above = over.findLastIndex(({ text }) => isOutside(text, shape));
  const gap = shape.says.outside_wraps && above >= 0 ? over.slice(above + 1).findIndex(isBlank) : 0;
  return above + 1 + Math.max(0, gap);
}

function isOutside(text: string, { says, outside, message }: ScreenShape): boolean {
  if (says.outside !== undefined) return outside.test(text);
  return !says.framed && !says.ruled && message.test(text);
}

function isHintOf({ says, keys }: ScreenShape): ((text: string) => boolean) | undefined {
  return says.keys === undefined ? undefined : (text) => keys.test(text);
}

/** A dialog that begins with a known line and offers keys, in its last row, instead of choices. */
export function headedDialog(rows: readonly Line[], { says, dialog_head }: ScreenShape): Places | null {
  if (says.dialog_head === undefined) return null;
  const head = rows.findLastIndex(({ text }) => dialog_head.test(text));
  const under = rows.slice(head + 1).filter((row) => !isBlank(row));
  if (head < 0 || under.length > MOST_UNDER_HEAD) return null;
  const question = rows
    .slice(head, head + 1)
    .map(({ row, text }) => ({ row, text: dialog_head.exec(text)?.[0] ?? "" }));
  return { question, dialog: joined(under.slice(0, -1)), hint: under.slice(-1) };
}

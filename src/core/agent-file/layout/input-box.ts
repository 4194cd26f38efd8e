import type { Line } from "../../adapter/screen.ts";
import { isBlank, isRule, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { type ScreenShape, without } from "../schema/screen-shape.ts";

const MOST_FOOTER_ROWS = 6;
/** The prompt is at most so many rows under its line. */
const MOST_BOX_ROWS = 4;
/** A line across the screen with a text near its beginning. */
const LABELLED = /^[─━]{2,} (\S.*?) [─━]+$/u;

/** The input box, as indexes of rows. */
export interface Box {
  /** The first row of the box, and of the text in it. */
  top: number;
  from: number;
  /** The last row of the text, and of the box. */
  to: number;
  end: number;
}

export function inputBox(rows: readonly Line[], shape: ScreenShape): Box | null {
  if (shape.says.between_rules) return betweenRules(rows, shape);
  return shape.says.under_rule ? underRule(rows, shape) : atPrompt(rows, shape);
}

/** The text in the box, without its prompt; nothing if it is only the text of an empty box. */
export function draftIn(rows: readonly Line[], box: Box, { prompt, placeholder }: ScreenShape): Line[] {
  const draft = rows
    .slice(box.from, box.to + 1)
    .map(({ row, text }, index) => ({ row, text: index === 0 ? without(text, prompt).trim() : text }));
  return placeholder.test(draft[0]?.text ?? "") ? [] : draft;
}

/** The lowest two rules across the screen, with a prompt right under the upper one; without a mark, all but a dialog. */
function betweenRules(rows: readonly Line[], shape: ScreenShape): Box | null {
  const box = lowestRules(rows, shape);
  if (box === null) return null;
  const isBox = shape.says.prompt === undefined ? !isDialog(rows, box) : shape.prompt.test(rows[box.from]?.text ?? "");
  return isBox ? box : null;
}

function lowestRules(rows: readonly Line[], shape: ScreenShape): Box | null {
  const end = rows.findLastIndex((row) => isEdge(row, shape));
  const top = rows.slice(0, Math.max(0, end)).findLastIndex((row) => isEdge(row, shape));
  return top < 0 || hasMoreBelow(rows, end, shape) ? null : { top, from: top + 1, to: end - 1, end };
}

/** A text in the box begins in its first row; a dialog has a gap there. */
function isDialog(rows: readonly Line[], { from, to }: Box): boolean {
  const [first] = rows.slice(from, to + 1);
  return first !== undefined && isBlank(first) && to > from;
}

/** The rows of a dialog that is in place of a box without a mark. */
export function inPlaceOfBox(rows: readonly Line[], shape: ScreenShape): Line[] | null {
  const box = lowestRules(rows, shape);
  return box === null || !isDialog(rows, box) ? null : withoutBlankEnd(rows.slice(box.from, box.to + 1));
}

/** The text in the upper line of the box. */
export function labelOf(rows: readonly Line[], { top }: Box): Line[] {
  return rows.slice(top, top + 1).flatMap(({ row, text }) => {
    const label = LABELLED.exec(text)?.[1];
    return label === undefined ? [] : [{ row, text: label }];
  });
}

/** The lowest rule across the screen with a prompt under it, and nothing of a conversation. */
function underRule(rows: readonly Line[], shape: ScreenShape): Box | null {
  const top = rows.findLastIndex((row) => isEdge(row, shape));
  const at = rows.findIndex(({ text }, index) => index > top && shape.prompt.test(text));
  if (top < 0 || at < 0 || at - top > MOST_BOX_ROWS) return null;
  return rows.slice(top + 1).some(({ text }) => /^\S/u.test(text)) ? null : { top, from: at, to: at, end: at };
}

/** The lowest prompt, if only what belongs below the box is there. */
function atPrompt(rows: readonly Line[], shape: ScreenShape): Box | null {
  const at = rows.findLastIndex(({ text }) => shape.prompt.test(text));
  if (at < 0) return null;
  const under = rows.slice(at + 1);
  const isBottom =
    shape.says.footer === undefined
      ? !hasMoreBelow(rows, at, shape)
      : under.some(({ text }) => shape.footer.test(text)) && !under.some(({ text }) => shape.message.test(text));
  return isBottom ? { top: at, from: at, to: at, end: at } : null;
}

function hasMoreBelow(rows: readonly Line[], end: number, { says }: ScreenShape): boolean {
  return rows.length - 1 - end > (says.footer_rows ?? MOST_FOOTER_ROWS);
}

function isEdge(row: Line, { says, rule }: ScreenShape): boolean {
  const isLine = isRule(row) || (says.status_in_rule === true && LABELLED.test(row.text));
  return isLine && (says.rule === undefined || rule.test(row.text));
}

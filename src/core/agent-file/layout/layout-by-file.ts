import type { Line, Places } from "../../adapter/screen.ts";
import { isBlank, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { type ScreenShape, without } from "../schema/screen-shape.ts";
import { barPlaces, hasBarBox } from "./bars.ts";
import { columnPlaces } from "./columns.ts";
import { dialogAt } from "./dialog-area.ts";
import { draftIn, inputBox, labelOf } from "./input-box.ts";
import { paragraphPlaces } from "./paragraphs.ts";
import { turnPlaces } from "./turns.ts";

/** Finds the parts of a screen: the input box and what is above and below it, or a dialog in its place. */
export function layoutByFile(shape: ScreenShape): (rows: readonly Line[]) => Places | null {
  if (shape.says.kind === "bars") return (rows) => barPlaces(rows, shape);
  return (all) => {
    const rows = cleanRows(all, shape);
    const box = inputBox(rows, shape);
    if (box === null) return dialogAt(rows, shape);
    const above = rows.slice(0, box.top);
    const isMenuOpen = above.some(({ text }) => shape.menu.test(text));
    const conversation = overBox(above, isMenuOpen, shape);
    return {
      footer: rows.slice(box.end + 1).filter((row) => !isBlank(row)),
      draft: isMenuOpen && shape.says.menu_hides_draft ? [] : draftIn(rows, box, shape),
      ...conversationPlaces(above, conversation, shape),
      ...(shape.says.status_in_rule && { status: labelOf(rows, box) }),
    };
  };
}

function conversationPlaces(above: readonly Line[], conversation: readonly Line[], shape: ScreenShape): Places {
  switch (shape.says.kind) {
    case "columns":
      return columnPlaces(conversation, shape);
    case "paragraphs":
      return paragraphPlaces(conversation);
    default:
      return turnPlaces(above, conversation, shape);
  }
}

/** Whether the input box is on the screen: anything that looks like a dialog is then only quoted. */
export function hasInputBox(rows: readonly Line[], shape: ScreenShape): boolean {
  return shape.says.kind === "bars" ? hasBarBox(rows, shape) : inputBox(rows, shape) !== null;
}

/**
 * Without blank rows at the end, and without what is no text: a scroll bar, the edge of a box. The blanks before that are no
 * part of the patterns, which would be tried anew at each of them.
 */
export function cleanRows(rows: readonly Line[], { says, drop }: ScreenShape): Line[] {
  const text =
    says.drop === undefined ? rows : rows.map((line) => ({ ...line, text: without(line.text, drop).trimEnd() }));
  return withoutBlankEnd(text);
}

/** The conversation: without an open menu, and without the row right over the box, if that is for passing tips or names. */
function overBox(rows: readonly Line[], isMenuOpen: boolean, shape: ScreenShape): readonly Line[] {
  if (isMenuOpen) return rows.filter(({ text }) => !shape.menu.test(text));
  const isMessage = shape.says.kind === "columns" && shape.message.test(rows.at(-1)?.text ?? "");
  return shape.says.label_row && !isMessage ? rows.slice(0, -1) : rows;
}

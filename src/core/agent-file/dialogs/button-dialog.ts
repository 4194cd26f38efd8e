import type { Dialog, DialogOption } from "../../adapter/dialog.ts";
import { textOf } from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import { paragraphs } from "../../adapter/screen-rows.ts";
import { without } from "../schema/screen-shape.ts";
import type { CompiledDialog } from "./compile-dialog.ts";
import { meaningOf } from "./dialog-choices.ts";
import type { DialogParts } from "./dialog-parts.ts";
import { withGaps } from "./dialog-text.ts";
import { litWord } from "./lit-word.ts";

const ACROSS = { next: "Right", previous: "Left" };

/** A dialog whose choices are beside each other in one row, the one under the cursor in another colour. */
export function buttonDialog({ rows, styled }: DialogParts, dialog: CompiledDialog, bar: string): Dialog | null {
  const { buttons = [], words, review } = dialog.says;
  const at = rows.findLastIndex(({ text }) => isButtonRow(text, buttons));
  const row = rows[at];
  if (row === undefined) return null;
  const [head = [], ...body] = paragraphs(rows.slice(0, at));
  const [title = "", what = ""] = head.map(({ text }) => without(text, dialog.strip).trim());
  const cursor = litWord(styled[row.row - 1] ?? "", buttons, bar);
  const options = buttons.map((label): DialogOption => {
    const isOwn = words !== undefined && dialog.words?.label.test(label);
    return {
      label,
      ...given({ means: meaningOf(label, dialog) }),
      pick: "cursor",
      ...(isOwn && { words: { by: "prompt" } as const }),
    };
  });
  return {
    kind: review !== undefined ? "confirm" : "approval",
    text: what === "" ? title : `${title}: ${what}`,
    ...given({ detail: textOf(withGaps(body))?.replace(/^\$ /, "") }),
    options,
    cursor,
    moves: ACROSS,
    ...(review !== undefined && cursor === 0 && { review: review.keys ?? ["Enter"] }),
  };
}

/** The row begins with all of them, at least two blanks apart. */
function isButtonRow(text: string, buttons: readonly string[]): boolean {
  const words = text.trim().split(/ {2,}/);
  return buttons.every((label, index) => words[index] === label);
}

import type { Dialog } from "../../adapter/dialog.ts";
import type { Line } from "../../adapter/screen.ts";
import type { CompiledDialog } from "./compile-dialog.ts";
import type { DialogParts } from "./dialog-parts.ts";
import { litWord } from "./lit-word.ts";

type Part = Pick<Dialog, "part">;

/** Which of several questions it is. */
export function partIn({ rows, over, head, styled }: DialogParts, { says, part }: CompiledDialog, bar: string): Part {
  if (says.part === undefined) return {};
  const row = [...(head === null ? [] : [head]), ...over, ...rows].find(({ text }) => part.test(text));
  if (row === undefined) return {};
  switch (says.part.by) {
    case "boxes":
      return ofBoxes(row.text, says.part.open ?? "", says.part.done ?? "");
    case "brackets":
      return ofNames(row.text, (names) => names.findIndex((name) => name.startsWith("[")));
    case "colour":
      return lastName(row, styled, bar);
    case "mark":
      return afterMark(row.text, says.part.open ?? "");
    case "numbers":
      return ofNumbers(row.text);
    default:
      return says.part.by satisfies never;
  }
}

/** `←  ☒ Colour  ☐ Size  ✔ Submit  →` */
function ofBoxes(text: string, open: string, done: string): Part {
  const boxes = [...text].filter((mark, index, all) => (open + done).includes(mark) && all[index + 1] === " ");
  const at = boxes.findIndex((mark) => open.includes(mark));
  return boxes.length < 2 ? {} : { part: { n: at < 0 ? boxes.length : at + 1, of: boxes.length } };
}

/** `[Choice]  Size   Name` */
function ofNames(text: string, current: (names: string[]) => number): Part {
  const names = text.trim().split(/ {2,}/);
  const n = current(names) + 1;
  return names.length < 2 || n === 0 ? {} : { part: { n, of: names.length } };
}

/** ` Colour   Size   Confirm`: the last one is no question. */
function lastName(row: Line, styled: readonly string[], bar: string): Part {
  const names = row.text.trim().split(/ {2,}/);
  const of = names.length - 1;
  const lit = litWord(styled[row.row - 1] ?? "", names, bar);
  return of < 2 ? {} : { part: { n: Math.min((lit ?? 0) + 1, of), of } };
}

/** `  Colour ✓ ▸ Size  Submit`: the last one is no question. */
function afterMark(text: string, mark: string): Part {
  const [before = "", after] = text.split(mark, 2).map((half) => half.trim().split(/ {2,}/).filter(Boolean));
  if (after === undefined) return {};
  const of = before.length + after.length - 1;
  return of < 2 ? {} : { part: { n: Math.min(before.length + 1, of), of } };
}

/** `Question 1/3` */
function ofNumbers(text: string): Part {
  const [, n, of] = /(?<!\d)(\d+)\/(\d+)/.exec(text) ?? [];
  return Number(of) > 1 ? { part: { n: Number(n), of: Number(of) } } : {};
}

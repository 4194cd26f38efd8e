import { shorten } from "../../core/text/width.ts";
import { paint, plain } from "../render/words.ts";
import type { Model } from "./model.ts";
import { callOf, type Row } from "./rows.ts";

const INDENT = "   ";

/** The person's answer and its progress; null if there is no answer, or the question is another one now. */
export function progressLine(row: Row, { progress, size, colour }: Model): string | null {
  const made = progress.get(row.key);
  if (made === undefined || (row.item.attention !== null && made.call !== callOf(row))) return null;
  const words = (text: string) => INDENT + shorten(plain(text), size.columns - INDENT.length);
  switch (made.phase) {
    case "sending":
      return paint(words(`→ ${made.what}: sending`), "36", colour);
    case "told":
      return paint(words(`→ ${made.what}: ${made.words}`), "32", colour);
    case "refused":
      return paint(words(`✕ ${made.what} was refused: ${made.words}`), "31", colour);
    default:
      return made satisfies never;
  }
}

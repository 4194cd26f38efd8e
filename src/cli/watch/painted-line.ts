import { displayWidth, shorten } from "../../core/text/width.ts";
import { paint } from "../render/words.ts";

/** A piece of a line; `code` is its colour. */
export interface Piece {
  text: string;
  code?: string;
}

/** Pieces on one line of exactly `width` columns or fewer, with `right` at its end; what does not fit is cut. */
export function paintedLine(pieces: readonly Piece[], right: Piece | null, width: number, colour: boolean): string {
  const end = right === null || displayWidth(right.text) + 1 > width ? null : right;
  let room = end === null ? width : width - displayWidth(end.text) - 1;
  let line = "";
  for (const { text, code } of pieces) {
    const cut = shorten(text, room);
    const shown = displayWidth(cut) <= room ? cut : "";
    line += code === undefined || shown === "" ? shown : paint(shown, code, colour);
    room -= displayWidth(shown);
    if (shown !== text) break;
  }
  if (end === null) return line;
  return `${line}${" ".repeat(room + 1)}${end.code === undefined ? end.text : paint(end.text, end.code, colour)}`;
}

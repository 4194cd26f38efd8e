import type { Line } from "../agents/screen.ts";
import { isBlank, withoutBlankEnd } from "../agents/screen-rows.ts";
import type { View } from "./excerpt.ts";

/** More rows than this are no line that only the pane's edge has broken. */
const MOST_ROWS = 4;
/** A prompt leaves a blank between itself and what is typed. */
const MOST_GAP = 2;

/** The lowest line: its last row, and as a whole where the pane's edge has broken it. */
export interface LastLine {
  rows: readonly Line[];
  /** As one text, and its last row alone: which of both it is cannot be seen for sure. */
  readings: readonly string[];
  /** The cursor is known to stand right after it: what is written there has no end yet. */
  isOpen: boolean;
}

/** Without the pane's width the longest row has to do. */
export function lastLine(all: readonly Line[], view: View | undefined): LastLine | null {
  const rows = withoutBlankEnd(all);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const width = view?.width ?? Math.max(...rows.map(({ text }) => text.length));
  let first = rows.length - 1;
  while (rows.length - first < MOST_ROWS && reachesEdge(rows[first - 1], width)) first -= 1;
  const parts = rows.slice(first);
  const whole = parts.map(({ text }, i) => (i + 1 < parts.length ? text.padEnd(width) : text)).join("");
  return {
    rows: parts,
    readings: first === rows.length - 1 ? [last.text] : [whole, last.text],
    isOpen: view?.cursor ? endsAtCursor(last, view.cursor, view.width) : false,
  };
}

/** A blank that fell on the edge is not seen. */
function reachesEdge(row: Line | undefined, width: number): boolean {
  return row !== undefined && !isBlank(row) && row.text.length >= width - 1;
}

/** Columns are not letters: a wide one has two of them. */
function endsAtCursor({ row, text }: Line, cursor: NonNullable<View["cursor"]>, width: number): boolean {
  const wide =
    text.match(
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu,
    )?.length ?? 0;
  const letters = [...text].length;
  const isAfter = cursor.column >= letters && cursor.column <= letters + wide + MOST_GAP;
  return cursor.line === row - 1 ? isAfter : cursor.line === row && cursor.column === 0 && letters >= width - 1;
}

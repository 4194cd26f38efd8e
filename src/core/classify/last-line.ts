import type { Line } from "../adapter/screen.ts";
import { isBlank, withoutBlankEnd } from "../adapter/screen-rows.ts";
import type { View } from "./excerpt.ts";

/** A longer text is not one line wrapped at the pane's edge. */
const MAX_ROWS = 4;
/** Columns: a prompt leaves a blank before what is typed. */
const MAX_GAP = 2;

/** The lowest line: its last row, and the whole line if the pane's edge wrapped it. */
export interface LastLine {
  rows: readonly Line[];
  /** The joined rows, and the last row alone: it is uncertain which is right. */
  readings: readonly string[];
  /** The cursor is right after it: the line is unfinished. */
  isOpen: boolean;
}

/** If the pane's width is unknown, uses the longest row. */
export function lastLine(all: readonly Line[], view: View | undefined): LastLine | null {
  const rows = withoutBlankEnd(all);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const width = view?.width ?? Math.max(...rows.map(({ text }) => text.length));
  let first = rows.length - 1;
  while (rows.length - first < MAX_ROWS && reachesEdge(rows[first - 1], width)) first -= 1;
  const parts = rows.slice(first);
  const whole = parts.map(({ text }, i) => (i + 1 < parts.length ? text.padEnd(width) : text)).join("");
  return {
    rows: parts,
    readings: first === rows.length - 1 ? [last.text] : [whole, last.text],
    isOpen: view?.cursor ? endsAtCursor(last, view.cursor, view.width) : false,
  };
}

/** Allows for a blank at the edge, which is not visible. */
function reachesEdge(row: Line | undefined, width: number): boolean {
  return row !== undefined && !isBlank(row) && row.text.length >= width - 1;
}

/** Columns are not characters: a wide character takes two. */
function endsAtCursor({ row, text }: Line, cursor: NonNullable<View["cursor"]>, width: number): boolean {
  const wide =
    text.match(
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu,
    )?.length ?? 0;
  const letters = [...text].length;
  const isAfter = cursor.column >= letters && cursor.column <= letters + wide + MAX_GAP;
  return cursor.line === row - 1 ? isAfter : cursor.line === row && cursor.column === 0 && letters >= width - 1;
}

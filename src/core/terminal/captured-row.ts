import type { Pen } from "./pen.ts";

const SGR = /\x1b\[([\d;:]*)m/g;
const TOKEN = /\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f]|(.)/gsu;
// enough to find a cell; an unknown width only makes a guess less accurate
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/** tmux from 3.6 on captures a tab as a tab, though its cells may have a colour: replaces it by blanks. */
export function expandTabs(row: string, stops: readonly number[], cols: number): string {
  if (!row.includes("\t")) return row;
  let column = 0;
  return row.replace(TOKEN, (token, _parameters, character?: string) => {
    const next = stops.find((stop) => stop > column) ?? cols - 1;
    const cells = character === "\t" ? Math.max(1, next - column) : character === undefined ? 0 : widthOf(character);
    column += cells;
    return character === "\t" ? " ".repeat(cells) : token;
  });
}

/** The pen after a row of `capture-pane -e`; each row continues with the pen of the one before. */
export function penAfter(row: string, before: Pen): Pen {
  const pen = before.copy();
  for (const [, parameters = ""] of row.matchAll(SGR)) pen.apply(parameters);
  return pen;
}

/** The pen of the cell left of this column; null if the row is shorter or it is ambiguous. */
export function penAt(row: string, before: Pen, column: number): Pen | null {
  const cells = cellsOf(row, before);
  return penOf(
    cells,
    cells.findIndex(({ end }) => end >= column),
  );
}

/** The pen of the last cell of a row; null if there is none or it is ambiguous. */
export function penAtEnd(row: string, before: Pen): Pen | null {
  const cells = cellsOf(row, before);
  return penOf(cells, cells.length - 1);
}

/** tmux from 3.4 on also captures blanks at the end of a row that were never printed: plain, or in the erase colour. */
function penOf(cells: readonly Cell[], index: number): Pen | null {
  const last = cells.findLastIndex(({ pen, isBlank }) => !isBlank || !pen.isErased());
  const [cell, printed] = [cells[index], cells[last]];
  if (cell === undefined || printed === undefined) return null;
  return index > last && String(cell.pen) !== String(printed.pen) ? null : cell.pen;
}

interface Cell {
  pen: Pen;
  isBlank: boolean;
  /** The column after it. */
  end: number;
}

function cellsOf(row: string, before: Pen): Cell[] {
  const cells: Cell[] = [];
  let pen = before.copy();
  let end = 0;
  for (const [, parameters, character] of row.matchAll(TOKEN)) {
    if (parameters !== undefined) {
      pen = pen.copy();
      pen.apply(parameters);
    } else if (character !== undefined && widthOf(character) > 0) {
      end += widthOf(character);
      cells.push({ pen, isBlank: character === " ", end });
    }
  }
  return cells;
}

function widthOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

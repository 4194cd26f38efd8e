import type { Pen } from "./pen.ts";

const SGR = /\x1b\[([\d;:]*)m/g;
const TOKEN = /\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f]|(.)/gsu;
// enough to find a cell; where a width is not known, only a guess is a little worse
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/** A row as `capture-pane -e` prints it: what it says of the looks begins where the row before it ended. */
export function penAfter(row: string, before: Pen): Pen {
  const pen = before.copy();
  for (const [, parameters = ""] of row.matchAll(SGR)) pen.apply(parameters);
  return pen;
}

/** How the cell left of this column looks; null where the row is shorter. */
export function penAt(row: string, before: Pen, column: number): Pen | null {
  const pen = before.copy();
  let at = 0;
  for (const [, parameters, character] of row.matchAll(TOKEN)) {
    if (parameters !== undefined) pen.apply(parameters);
    else if (character !== undefined && !NO_WIDTH.test(character)) at += WIDE.test(character) ? 2 : 1;
    if (at >= column && character !== undefined) return pen;
  }
  return null;
}

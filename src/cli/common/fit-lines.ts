import { displayWidth } from "../../core/text/width.ts";

/** The colours of `paint`: they take no room. */
const COLOUR = /\u001b\[\d*m/g;
/** Text that is continued further right than this share of the width would be a narrow strip. */
const RIGHTMOST = 0.6;
/** A JSON object, or a command on a line of its own, without a column that explains it: both are copied. */
const COPIED =
  /^\s*\{.*\}$|^(?:\s{2,}|\s*(?:→|\$) )(?:agtmux|git|tmux|ssh|rm|npm|eval|cd|export|systemctl|loginctl) (?!.*\S {2,}\S)/;

/** Breaks lines that are longer than the terminal between words, and goes on below the column in which the text began. */
export function fitLines(text: string, columns: number): string {
  const lines = text.split("\n");
  const fits = (line: string) => widthOf(line) <= columns;
  if (lines.every(fits)) return text;
  const indent = lines.length > 1 ? 2 : 0;
  return lines.map((line) => (fits(line) || COPIED.test(line) ? line : broken(line, columns, indent))).join("\n");
}

function broken(line: string, columns: number, indent: number): string {
  const hanging = " ".repeat(hangingOf(line, columns, indent));
  const rows: string[] = [];
  let row = "";
  // each word with the blanks before it
  for (const word of line.match(/\s*\S+/g) ?? []) {
    // a long word at the beginning of the column would stand in the next row as it does here
    const isFirst = widthOf(row + word) - widthOf(word.trimStart()) <= hanging.length;
    if (isFirst || row.trim() === "" || widthOf(row + word) <= columns) row += word;
    else {
      rows.push(row);
      row = hanging + word.trimStart();
    }
  }
  return [...rows, row].join("\n");
}

/** Where the last column of the line begins, else its own indentation and a little more. */
function hangingOf(line: string, columns: number, indent: number): number {
  const shown = line.replaceAll(COLOUR, "");
  const starts = Array.from(shown.matchAll(/(?<=\S) {2,}(?=\S)/g), ({ index, 0: gap }) =>
    displayWidth(shown.slice(0, index + gap.length)),
  );
  const before = /^\s*(?:[-•→] )?/.exec(shown)?.[0].length ?? 0;
  return starts.findLast((start) => start <= columns * RIGHTMOST) ?? Math.min(before + indent, columns * RIGHTMOST);
}

function widthOf(line: string): number {
  return displayWidth(line.replaceAll(COLOUR, ""));
}

import type { Line } from "./screen.ts";

/** Rows with numbers from 1, plain blanks and no blanks at the end. */
export function rowsOf(lines: readonly string[]): Line[] {
  return lines.map((line, index) => ({ row: index + 1, text: line.replaceAll("\u00a0", " ").trimEnd() }));
}

export function isBlank({ text }: Line): boolean {
  return text === "";
}

/** A line drawn across the screen; it may carry a label. */
export function isRule({ text }: Line): boolean {
  return /^ *[─━╌▔]{8,}(?: [^─]* [─━╌▔]+)?$/u.test(text);
}

export function withoutBlankEnd(rows: readonly Line[]): Line[] {
  return rows.slice(0, rows.findLastIndex((row) => !isBlank(row)) + 1);
}

/** Joins rows that the screen's edge has broken into one line again. */
export function joined(rows: readonly Line[]): Line[] {
  const [first] = rows;
  return first === undefined ? [] : [{ row: first.row, text: rows.map(({ text }) => text.trim()).join(" ") }];
}

/** Blocks parted by blank rows and drawn lines. */
export function paragraphs(rows: readonly Line[]): Line[][] {
  const found: Line[][] = [[]];
  for (const row of rows) {
    if (isBlank(row) || isRule(row)) found.push([]);
    else found.at(-1)?.push(row);
  }
  return found.filter((paragraph) => paragraph.length > 0);
}

/** The rows inside the lowest frame, if nothing is below it; its right edge may be cut off. */
export function lowestFrame(all: readonly Line[]): Line[] | null {
  const rows = withoutBlankEnd(all);
  const indent = /^( *)╰─+╯?$/u.exec(rows.at(-1)?.text ?? "")?.[1];
  if (indent === undefined) return null;
  // the top of a frame that is higher than the screen is not visible
  const top = rows.findLastIndex(({ text }) => text.startsWith(`${indent}╭─`));
  return rows.slice(top + 1, -1).map(({ row, text }) => ({
    row,
    text: text.replace(/^ *│ ?/u, "").replace(/(?<! ) *│$/u, ""),
  }));
}

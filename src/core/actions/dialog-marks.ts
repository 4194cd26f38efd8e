import type { Dialog } from "../agents/dialog.ts";

/** So much of a text is looked for, and of a row told. */
const HEAD = 24;
const LONGEST_ROW = 80;
const MOST_MARKS = 12;

/** Rows of the screen by which a dialog is known in the moment of the key: what it asks, what it offers, where its cursor is. */
export function marksOf({ text, detail, options }: Dialog, lines: readonly string[]): string[] {
  const told = [text, ...(detail?.split("\n") ?? []).slice(0, 2), ...options.map(({ label }) => label)];
  const rows = told.flatMap((words) => {
    const head = words.trim().slice(0, HEAD);
    const row = head === "" ? undefined : lines.findLast((line) => plain(line).includes(head));
    return row === undefined ? [] : [row.trim().slice(0, LONGEST_ROW).trim()];
  });
  return [...new Set(rows)].slice(0, MOST_MARKS);
}

function plain(line: string): string {
  return line.replaceAll("\u00a0", " ");
}

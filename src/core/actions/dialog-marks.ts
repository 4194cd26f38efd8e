import type { Dialog } from "../adapter/dialog.ts";

/** Characters of a text that are searched, and of a row that are reported. */
const HEAD = 24;
const LONGEST_ROW = 80;
const MAX_MARKS = 12;

/** Rows that identify a dialog at the moment of the key: its question, its options and its cursor. */
export function marksOf({ text, detail, options }: Dialog, lines: readonly string[]): string[] {
  const told = [text, ...(detail?.split("\n") ?? []).slice(0, 2), ...options.map(({ label }) => label)];
  const rows = told.flatMap((words) => {
    const head = words.trim().slice(0, HEAD);
    const row = head === "" ? undefined : lines.findLast((line) => plain(line).includes(head));
    return row === undefined ? [] : [row.trim().slice(0, LONGEST_ROW).trim()];
  });
  return [...new Set(rows)].slice(0, MAX_MARKS);
}

function plain(line: string): string {
  return line.replaceAll("\u00a0", " ");
}

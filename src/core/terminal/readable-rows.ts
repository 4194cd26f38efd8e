/** Wider than any screen. tmux joins rows that the screen's edge has broken into longer ones. */
const LONGEST_ROW = 2_000;
/** Higher than any screen. */
const MOST_ROWS = 1_000;
const CUT = " … ";

/**
 * The end of a screen, of each longer row its beginning and its end: what is looked for is there. A program can print a
 * row of a million blanks, and a machine that was taken over can tell any number of them.
 */
export function readableRows(rows: readonly string[]): string[] {
  return rows.slice(-MOST_ROWS).map(readableRow);
}

export function readableRow(row: string): string {
  return row.length <= LONGEST_ROW ? row : row.slice(0, LONGEST_ROW / 2) + CUT + row.slice(-LONGEST_ROW / 2);
}

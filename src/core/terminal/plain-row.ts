const SEQUENCE = /\x1b\[[\d;:]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f]/g;

/** A row of `capture-pane -e` without its escape sequences. */
export function plainRow(row: string): string {
  return row.replace(SEQUENCE, "");
}

const SEQUENCE = /\x1b\[[\d;:]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f]/g;

/** A row as `capture-pane -e` prints it, without its looks. */
export function plainRow(row: string): string {
  return row.replace(SEQUENCE, "");
}

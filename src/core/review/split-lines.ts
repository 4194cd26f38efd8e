import type { DiffLine } from "./parse-diff.ts";

/** A row of a diff side by side; null where one side has no line. */
export interface SplitRow {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Puts removed lines beside the added ones that follow them. */
export function splitLines(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let n = 0; n < Math.max(removed.length, added.length); n += 1)
      rows.push({ left: removed[n] ?? null, right: added[n] ?? null });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    // a removed line after added ones begins another change
    if (line.kind === "context" || (line.kind === "removed" && added.length > 0)) flush();
    if (line.kind === "context") rows.push({ left: line, right: line });
    else (line.kind === "removed" ? removed : added).push(line);
  }
  flush();
  return rows;
}

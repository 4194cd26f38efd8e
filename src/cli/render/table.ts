import { displayWidth, shorten } from "../../core/text/width.ts";

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Aligns rows into columns, two blanks apart; the last column is cut to fit `columns`, unless that is null. */
export function table(rows: readonly (readonly string[])[], columns: number | null): string[][] {
  const widths = widthsOf(rows);
  const last = widths.length - 1;
  const before = widthBefore(rows);
  const room = columns === null ? null : Math.max(8, columns - before);
  return rows.map((row) =>
    row.map((cell, column) =>
      column < last ? pad(cell, widths[column] ?? 0) : room === null ? cell : shorten(cell, room),
    ),
  );
}

/** The width of all columns but the last. */
export function widthBefore(rows: readonly (readonly string[])[]): number {
  return widthsOf(rows)
    .slice(0, -1)
    .reduce((sum, width) => sum + width + 2, 0);
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
}

import type { BenchResult } from "./bench-result.ts";

/** The results as a table, with the goal and whether it was reached. */
export function report(results: readonly BenchResult[]): string {
  const rows = [["", "what", "floor", "measured", "reach"], ...results.map(row)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((each) => each[column]?.length ?? 0))) ?? [];
  const lines = rows.map((each) => each.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line, index) => [line.trimEnd(), ...indented(results[index - 1]?.detail)].join("\n")).join("\n");
}

function row({ ok, name, floor, ratio, unit, reach }: BenchResult): string[] {
  return [ok ? "reached" : "MISSED", name, floor, `${ratio.toFixed(2)}${unit === undefined ? "×" : ` ${unit}`}`, reach];
}

function indented(detail: string | undefined): string[] {
  return detail === undefined || detail === "" ? [] : [`           ${detail}`];
}

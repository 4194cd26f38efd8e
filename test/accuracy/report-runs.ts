import type { Baseline } from "./baseline.ts";
import { add, total } from "./score-agents.ts";
import type { Score, Tally } from "./score-run.ts";

const COLUMNS = ["agent", "time", "wrong", "unknown", "shots", "right", "wrong", "unknown", "wrong s", "model's"];

/** One line per agent, and one for all. */
export function reportRuns(scores: ReadonlyMap<string, Score>, baseline: Baseline | null): string {
  const rows = [...scores].map(([agent, { time, shots }]) => {
    return rowOf(agent, time, shots, baseline?.[agent]?.model_wrong_s);
  });
  const all = [...scores.values()];
  const time = all.map((score) => score.time).reduce(add);
  const shots = all.map((score) => score.shots).reduce(add);
  const table = [COLUMNS, ...rows, rowOf("all", time, shots, undefined)];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  return table
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
    )
    .join("\n");
}

function rowOf(name: string, time: Tally, shots: Tally, modelWrong: number | undefined): string[] {
  const percent = (ms: number) => `${((100 * ms) / total(time)).toFixed(1)} %`;
  return [
    name,
    `${(total(time) / 1000).toFixed(0)} s`,
    percent(time.wrong),
    percent(time.unknown),
    String(total(shots)),
    String(shots.right),
    String(shots.wrong),
    String(shots.unknown),
    (time.wrong / 1000).toFixed(1),
    modelWrong?.toFixed(1) ?? "",
  ];
}

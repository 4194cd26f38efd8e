import { percentile } from "../bench/percentile.ts";
import type { Round, RoundsReport } from "./rounds.ts";

/** Markdown tables as in docs/benchmarks.md, and whatever went wrong. */
export function roundsReport({ rounds, asked, failures }: RoundsReport): string {
  const names = [...new Set(rounds.flatMap(({ faults }) => faults))];
  const rows = names.map((name) => {
    const these = rounds.filter(({ faults }) => faults.includes(name));
    return rowOf(name, these);
  });
  rows.push(rowOf("all", rounds));
  const head = [
    "fault",
    "rounds",
    "servers work again",
    "all rows are equal",
    "that is after the servers",
    "rounds with a fault",
  ];
  const told = [...failures].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count}× ${text}`);
  const wrong = rounds.flatMap((round, index) => round.wrong.map((text) => `round ${index + 1}: ${text}`));
  return [
    "",
    table([head, ...rows]),
    "",
    `${asked.asked} prompts sent to agents of other members: ${asked.done} done, ${asked.again} of them asked again with the same key; ${asked.failed} failed, and their askers were told.`,
    "What askers were told when it failed:",
    ...told.map((line) => `  ${line}`),
    "",
    rounds.at(-1)?.serversMs === Infinity
      ? "The run ended early: its servers did not work again within two minutes."
      : "The servers worked again after every fault.",
    wrong.length === 0 ? "no faults" : `${wrong.length} faults:\n${wrong.join("\n")}`,
  ].join("\n");
}

function rowOf(name: string, rounds: readonly Round[]): string[] {
  const times = [
    rounds.map(({ serversMs }) => serversMs),
    rounds.map(({ rowsMs }) => rowsMs),
    rounds.map(({ rowsMs, serversMs }) => Math.max(0, rowsMs - serversMs)),
  ];
  const wrong = rounds.filter((round) => round.wrong.length > 0).length;
  return [name, String(rounds.length), ...times.map(spread), String(wrong)];
}

function spread(times: readonly number[]): string {
  const [p50, p90, most] = [0.5, 0.9, 1].map((share) => (percentile(times, share) / 1_000).toFixed(1));
  return `p50 ${p50}, p90 ${p90}, most ${most} s`;
}

function table(rows: readonly string[][]): string {
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return [lines[0], `|${"---|".repeat(rows[0]?.length ?? 0)}`, ...lines.slice(1)].join("\n");
}

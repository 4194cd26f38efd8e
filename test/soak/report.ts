import type { SoakFigures } from "./soak.ts";

/** A Markdown table, as in docs/benchmarks.md, and the faults. */
export function soakReport({ trend, latency, faults, ...figures }: SoakFigures): string {
  const { megabytes, descriptors } = trend;
  const time = ({ p50, p99, most, count }: SoakFigures["latency"]["local"]) =>
    `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms (${count})`;
  const rows = [
    ["signals said / events in the log", `${figures.signals} / ${figures.events}`],
    ["drops of the other machine", String(figures.drops)],
    ["messages to dashboards", String(figures.messages)],
    ["terminals' output", `${figures.terminalMegabytes.toFixed(1)} MB`],
    [
      "memory of the daemon, first and last quarter",
      `${megabytes.first.toFixed(0)} and ${megabytes.last.toFixed(0)} MB (most ${megabytes.most.toFixed(0)}, ${megabytes.perHour.toFixed(0)} MB/h)`,
    ],
    ["descriptors, first and last quarter", `${descriptors.first} and ${descriptors.last} (most ${descriptors.most})`],
    ["signal → dashboard, here", time(latency.local)],
    ["signal → dashboard, ssh, drops included", time(latency.ssh)],
  ];
  const table = ["| what | measured |", "|---|---|", ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)];
  const verdict = faults.length === 0 ? "no faults" : `${faults.length} faults:\n${faults.slice(0, 40).join("\n")}`;
  return `\n${table.join("\n")}\n\n${verdict}`;
}

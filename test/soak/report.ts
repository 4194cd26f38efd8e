import { percentile } from "../bench/percentile.ts";
import type { SoakFigures } from "./soak.ts";
import type { Line } from "./vitals.ts";

const MOST_FAULTS = 40;

/** A Markdown table, as in docs/benchmarks.md, and the faults. */
export function soakReport({ trend, latencies, faults, played, terminals, ...figures }: SoakFigures): string {
  const { panes, load } = figures;
  const rows = [
    [
      "length, load before and during the run",
      `${minutes(figures.seconds)}, ${load.before.toFixed(1)}, ${load.during.toFixed(1)}`,
    ],
    ["panes here / over ssh / of members", `${panes.here} / ${panes.ssh} / ${panes.fleet}`],
    ["signals said / events in the logs", `${figures.signals} / ${figures.events}`],
    ["connections of a machine killed / its cable cut", `${played.killed} / ${played.cut}`],
    ["daemons of members killed / restarts of nats-server", `${played.kills} / ${played.restarts}`],
    ["messages to dashboards", String(figures.messages)],
    [
      "terminals' output",
      `${terminals.megabytes.toFixed(1)} MB, ${terminals.screens} screens sent whole, ${terminals.ends} sessions opened again`,
    ],
    ["live heap of the daemon after the warm-up", lineOf(trend.heap, " MB")],
    ["memory of the daemon after the warm-up", lineOf(trend.megabytes, " MB")],
    ["descriptors after the warm-up", lineOf(trend.descriptors, "")],
    ["signal → dashboard, here", timeOf(latencies.here)],
    ["signal → dashboard, ssh, drops included", timeOf(latencies.ssh)],
    ["signal → dashboard, fleet, kills and restarts included", timeOf(latencies.fleet)],
  ];
  const table = ["| what | measured |", "|---|---|", ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)];
  const verdict =
    faults.length === 0
      ? `no faults; ${figures.events} of ${figures.signals} signals are in the logs`
      : `${faults.length} faults:\n${faults.slice(0, MOST_FAULTS).join("\n")}`;
  return `\n${table.join("\n")}\n\n${verdict}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Number((seconds / 60).toFixed(1))} min`;
}

function lineOf(line: Line | null, unit: string): string {
  if (line === null) return "not read";
  const { first, last, most, perHour } = line;
  const slope = `${perHour < 0 ? "−" : "+"}${Math.abs(perHour).toFixed(0)}${unit} per hour`;
  return `${first.toFixed(0)} to ${last.toFixed(0)}${unit} (${slope}, most ${most.toFixed(0)})`;
}

function timeOf(values: readonly number[]): string {
  const at = (share: number) => `${percentile(values, share).toFixed(0)} ms`;
  return values.length === 0 ? "none" : `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} (${values.length})`;
}

import { State } from "../../core/protocol/base/state.ts";
import type { Vitals } from "../../core/protocol/daemon/daemon.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import { Tokens } from "../../core/protocol/events/usage-news.ts";
import type { Summary } from "../../core/protocol/lists/lists.ts";
import type { UsageItem } from "../../core/protocol/lists/usage.ts";

export interface Measured {
  version: string;
  startedAt: number;
  problems: number;
  vitals: Vitals;
  summary: Summary;
  targets: readonly Pick<TargetItem, "name" | "health">[];
  /** Of each agent. */
  usedToday: readonly UsageItem[];
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** All figures in Prometheus' text format. */
export function renderMetrics({ version, startedAt, problems, vitals, summary, targets, usedToday }: Measured): string {
  const metric = (name: string, type: "gauge" | "counter", help: string, ...samples: Sample[]) => [
    `# HELP agtmux_${name} ${help}`,
    `# TYPE agtmux_${name} ${type}`,
    ...samples.map(([labels, value]) => `agtmux_${name}${labelText(labels)} ${value}`),
  ];
  const gauge = (name: string, help: string, value: number | null) =>
    value === null ? [] : metric(name, "gauge", help, [{}, value]);
  return `${[
    metric("info", "gauge", "The daemon's version.", [{ version }, 1]),
    gauge("start_time_seconds", "When the daemon started, in Unix time.", startedAt / 1_000),
    gauge("memory_bytes", "Resident memory of the daemon.", vitals.memory_bytes),
    gauge("heap_bytes", "JavaScript heap in use.", vitals.heap_bytes),
    gauge("open_files", "Open file descriptors.", vitals.open_files),
    gauge("open_files_limit", "How many file descriptors may be open.", vitals.open_files_limit),
    gauge("lag_seconds", "How late the daemon's last timer was.", vitals.lag_ms / 1_000),
    gauge("longest_lag_seconds", "The latest timer of a minute or two.", vitals.longest_lag_ms / 1_000),
    metric("events_total", "counter", "Events ever taken into this database.", [{}, vitals.events]),
    gauge("events_per_second", "Events taken in, on average over half a minute.", vitals.events_per_second),
    metric(
      "queue_length",
      "gauge",
      "What waits: reports to be read, events to be bound, panes to be sent, notifications to be delivered.",
      [{ queue: "spool" }, vitals.spooled],
      [{ queue: "binding" }, vitals.unbound_events],
      [{ queue: "broadcast" }, vitals.unpublished_panes],
      [{ queue: "notifications" }, vitals.undelivered],
    ),
    metric(
      "panes",
      "gauge",
      "Panes by state.",
      ...State.options.map((state): Sample => [{ state }, summary.by_state[state] ?? 0]),
    ),
    metric("target_up", "gauge", "Whether a target is healthy.", ...targets.map(upOf)),
    metric("tokens_today", "gauge", "Tokens since midnight, by agent and kind.", ...usedToday.flatMap(tokensOf)),
    metric(
      "cost_usd_today",
      "gauge",
      "US dollars since midnight, by agent: recorded by it, or computed by the price table.",
      ...usedToday.flatMap(({ key: agent, cost }): Sample[] => (cost.usd === null ? [] : [[{ agent }, cost.usd]])),
    ),
    gauge("problems", "Problems that 'agtmux daemon status' shows.", problems),
  ]
    .flat()
    .join("\n")}\n`;
}

function tokensOf({ key: agent, ...used }: UsageItem): Sample[] {
  const kinds = Object.keys(Tokens.shape) as (keyof Tokens)[];
  return kinds.map((kind): Sample => [{ agent, kind }, used[kind]]);
}

function upOf({ name, health }: Pick<TargetItem, "name" | "health">): Sample {
  return [{ target: name }, health === "ok" ? 1 : 0];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

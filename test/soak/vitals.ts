import { readdirSync, readFileSync } from "node:fs";
import { median } from "../bench/percentile.ts";

export interface Vital {
  seconds: number;
  megabytes: number;
  descriptors: number;
}

/** Memory and descriptors of a process now. */
export function vitalOf(pid: number, seconds: number): Vital {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return { seconds, megabytes: Number(kilobytes) / 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

export interface Trend {
  megabytes: { first: number; last: number; most: number; perHour: number };
  /** `gained`: minimum of the last quarter less maximum of the first half. */
  descriptors: { first: number; last: number; most: number; gained: number };
}

/** Compares the medians of the first and the last quarter of the time after the warm-up. */
export function trendOf(vitals: readonly Vital[], warmUpSeconds: number): Trend {
  const warm = vitals.filter(({ seconds }) => seconds >= warmUpSeconds);
  const quarter = Math.max(1, Math.floor(warm.length / 4));
  const [first, last] = [warm.slice(0, quarter), warm.slice(-quarter)];
  const counts = (part: readonly Vital[]) => part.map(({ descriptors }) => descriptors);
  const of = (part: readonly Vital[], what: "megabytes" | "descriptors") => median(part.map((each) => each[what]));
  return {
    megabytes: {
      first: of(first, "megabytes"),
      last: of(last, "megabytes"),
      most: Math.max(...warm.map(({ megabytes }) => megabytes)),
      perHour: slopeOf(warm) * 3_600,
    },
    descriptors: {
      first: of(first, "descriptors"),
      last: of(last, "descriptors"),
      most: Math.max(...counts(warm)),
      gained: Math.min(...counts(last)) - Math.max(...counts(warm.slice(0, Math.ceil(warm.length / 2)))),
    },
  };
}

/** Megabytes per second, by least squares. */
function slopeOf(vitals: readonly Vital[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(vitals.map(({ seconds }) => seconds)), mean(vitals.map(({ megabytes }) => megabytes))];
  const spread = vitals.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return vitals.reduce((sum, { seconds, megabytes }) => sum + (seconds - x) * (megabytes - y), 0) / (spread || 1);
}

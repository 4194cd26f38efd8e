import { readdirSync, readFileSync } from "node:fs";
import { median } from "../bench/percentile.ts";

export interface Vital {
  seconds: number;
  /** Resident memory. */
  megabytes: number;
  descriptors: number;
  /** Megabytes that a garbage collection left; null where none was asked for. */
  heap: number | null;
}

/** Memory and descriptors of a process now. */
export function vitalOf(pid: number): Pick<Vital, "megabytes" | "descriptors"> {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return { megabytes: Number(kilobytes) / 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** A straight line through the windows after the warm-up. */
export interface Line {
  /** Of the line, at the first and at the last window. */
  first: number;
  last: number;
  perHour: number;
  /** Measured. */
  most: number;
}

export interface Trend {
  heap: Line | null;
  megabytes: Line;
  descriptors: Line;
}

const WINDOWS = 20;
/** Fraction of a run that is warm-up: caches fill, and V8 gets to know how much memory it needs. */
const WARM_UP = 0.3;
/** A shorter run ends before V8 has settled, and may grow more. */
const SETTLED_SECONDS = 600;
/** Growth of the line that is no leak: at least so much, or this share of where it begins. */
const SPARE = {
  heap: { least: 6, share: 0.05 },
  megabytes: { least: 30, share: 0.15 },
  descriptors: { least: 10, share: 0 },
};
const NAMES = { heap: "the live heap", megabytes: "memory", descriptors: "the number of descriptors" };

/**
 * Memory goes up until garbage is collected, so a window's level is its minimum. Descriptors are fewer while a machine
 * is away, so there it is the maximum. The line has the median of the slopes between all pairs of windows: a window
 * that is unlike the others does not move it.
 */
export function trendOf(vitals: readonly Vital[], seconds: number): Trend {
  const warm = vitals.filter((each) => each.seconds >= seconds * WARM_UP);
  const collected = warm.filter(({ heap }) => heap !== null);
  return {
    heap: collected.length === 0 ? null : lineOf(collected, ({ heap }) => heap ?? 0, Math.min),
    megabytes: lineOf(warm, ({ megabytes }) => megabytes, Math.min),
    descriptors: lineOf(warm, ({ descriptors }) => descriptors, Math.max),
  };
}

/** Names each figure that grows after the warm-up; empty if none does. */
export function growthOf(trend: Trend, seconds: number): string[] {
  return (["heap", "megabytes", "descriptors"] as const).flatMap((what) => {
    const line = trend[what];
    if (line === null) return [];
    const { least, share } = SPARE[what];
    const spare = Math.max(least, share * line.first) * Math.max(1, SETTLED_SECONDS / seconds);
    if (line.last - line.first <= spare) return [];
    const unit = what === "descriptors" ? "" : " MB";
    const [first, last, perHour] = [line.first, line.last, line.perHour].map((value) => `${value.toFixed(0)}${unit}`);
    return [`${NAMES[what]} grows from ${first} to ${last} after the warm-up, ${perHour} per hour`];
  });
}

function lineOf(vitals: readonly Vital[], of: (vital: Vital) => number, level: (...values: number[]) => number): Line {
  const size = Math.max(1, Math.floor(vitals.length / WINDOWS));
  const points = Array.from({ length: Math.floor(vitals.length / size) }, (_, n) => {
    const window = vitals.slice(n * size, (n + 1) * size);
    return { x: median(window.map(({ seconds }) => seconds)), y: level(...window.map(of)) };
  });
  const slopes = points.flatMap((one, n) => points.slice(n + 1).map((other) => (other.y - one.y) / (other.x - one.x)));
  const slope = slopes.length === 0 ? 0 : median(slopes);
  const height = median(points.map(({ x, y }) => y - slope * x));
  const at = (x = 0) => height + slope * x;
  return {
    first: at(points[0]?.x),
    last: at(points.at(-1)?.x),
    perHour: slope * 3_600,
    most: Math.max(...vitals.map(of)),
  };
}

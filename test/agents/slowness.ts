import { performance } from "node:perf_hooks";

/** How often a little work is done, and how much, in milliseconds. */
const EVERY_MS = 1_000;
const WORK_MS = 10;
/** A machine counts as this much slower at most: otherwise a late state would get right on a machine that is busy enough. */
export const MOST_SLOWNESS = 5;

/**
 * How much slower this machine is than if it had nothing else to do: a little work takes that many times longer than it
 * computes. Agents on a busy machine are late by that, whatever watches them.
 */
export class Slowness {
  private readonly samples: { at: number; factor: number }[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(measure = factorNow) {
    // one stall must not stand for the seconds around it
    const sample = () => this.samples.push({ at: Date.now(), factor: Math.min(MOST_SLOWNESS, measure()) });
    this.timer = setInterval(sample, EVERY_MS).unref();
  }

  /** The mean between two moments; 1 on an idle machine. */
  between(from: number, to: number): number {
    const own = this.samples.filter(({ at }) => at >= from - EVERY_MS && at <= to + EVERY_MS);
    if (own.length === 0) return 1;
    return own.reduce((sum, { factor }) => sum + factor, 0) / own.length;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function factorNow(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  while (computed(used) < WORK_MS);
  return Math.max(1, (performance.now() - began) / computed(used));
}

function computed(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

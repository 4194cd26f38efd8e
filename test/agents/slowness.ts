import { performance } from "node:perf_hooks";

/** A little work at this interval, in milliseconds. */
const EVERY_MS = 1_000;
const WORK_MS = 10;
/** Where it is even slower, a run is not to be taken for one. */
const MOST = 5;

/**
 * How much slower this machine is than if it had nothing else to do: a little work takes that many times longer than it
 * computes. Agents on a busy machine are late by that, whatever watches them.
 */
export class Slowness {
  private readonly samples: { at: number; factor: number }[] = [];
  private readonly timer = setInterval(() => this.sample(), EVERY_MS).unref();

  /** The mean between two moments; 1 on an idle machine, and at most MOST. */
  between(from: number, to: number): number {
    const own = this.samples.filter(({ at }) => at >= from - EVERY_MS && at <= to + EVERY_MS);
    if (own.length === 0) return 1;
    return Math.min(MOST, own.reduce((sum, { factor }) => sum + factor, 0) / own.length);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    const [began, used] = [performance.now(), process.cpuUsage()];
    while (computed(used) < WORK_MS);
    this.samples.push({ at: Date.now(), factor: Math.max(1, (performance.now() - began) / computed(used)) });
  }
}

function computed(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

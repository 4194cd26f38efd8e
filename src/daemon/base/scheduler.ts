import { doubling } from "../../core/retry/backoff.ts";
import type { WorkReport } from "./failures.ts";
import type { Log } from "./log.ts";

const LAG_CHECK_MS = 1_000;
const DUE_CHECK_MS = 250;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const LAG_MS = 2_000;
const SLEPT_MS = 3_600_000;

type Job = () => void | Promise<void>;

/** The daemon's recurring jobs. A job that fails is reported and tried again next time. */
export class Scheduler {
  private readonly report: WorkReport;
  private readonly log: Log;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly underWay = new Set<string>();
  private due: NodeJS.Timeout | null = null;

  constructor(report: WorkReport, log: Log) {
    this.report = report;
    this.log = log;
  }

  every(name: string, ms: number, job: Job): void {
    this.timers.add(setInterval(() => this.attempt(name, job), ms));
  }

  /** With a different delay before the first run. */
  everyAfter(firstMs: number, name: string, ms: number, job: Job): void {
    const first = setTimeout(() => {
      this.timers.delete(first);
      this.attempt(name, job);
      this.every(name, ms, job);
    }, firstMs);
    this.timers.add(first);
  }

  /**
   * Calls `job` at the time that `nextDue` returns; polls it now and then, since it may change. A job that fails is
   * retried after a second, then with backoff.
   */
  whenDue(name: string, nextDue: () => number | null, now: () => number, job: () => void): void {
    let failures = 0;
    const check = () => {
      let wait = DUE_CHECK_MS;
      const worked = this.attempt(name, () => {
        const due = nextDue();
        const isDue = due !== null && due <= now();
        if (isDue) job();
        const next = nextDue();
        // a job that does not change the due time must not loop
        const isStuck = isDue && next === due;
        if (next !== null && !isStuck) wait = Math.min(Math.max(next - now(), 0), DUE_CHECK_MS);
      });
      failures = worked ? 0 : failures + 1;
      if (!worked) wait = doubling(failures - 1, FIRST_RETRY_MS, LONGEST_RETRY_MS);
      this.due = setTimeout(check, wait);
    };
    this.due = setTimeout(check, 0);
  }

  /** Tells `note` how late each check is, and calls `job` after the process was blocked: meanwhile tmux buffered what we did not read. */
  watchLag(name: string, job: () => Promise<void>, note: (lagMs: number) => void): void {
    let expected = performance.now() + LAG_CHECK_MS;
    this.timers.add(
      setInterval(() => {
        const lag = performance.now() - expected;
        expected = performance.now() + LAG_CHECK_MS;
        if (lag < SLEPT_MS) note(Math.max(0, lag));
        if (lag < LAG_MS || lag > SLEPT_MS) return;
        this.log.warn({ lag_ms: Math.round(lag) }, "the daemon stood still");
        this.attempt(name, job);
      }, LAG_CHECK_MS),
    );
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    if (this.due !== null) clearTimeout(this.due);
  }

  /**
   * False if it failed, which is reported. An asynchronous job is not started again while it runs; its outcome is
   * reported when it ends.
   */
  attempt(name: string, job: Job): boolean {
    if (this.underWay.has(name)) return true;
    try {
      const ending = job();
      if (ending === undefined) this.report.worked(name);
      else void this.follow(name, ending);
      return true;
    } catch (error) {
      this.report.failed(name, error);
      return false;
    }
  }

  private async follow(name: string, ending: Promise<void>): Promise<void> {
    this.underWay.add(name);
    try {
      await ending;
      this.report.worked(name);
    } catch (error) {
      this.report.failed(name, error);
    } finally {
      this.underWay.delete(name);
    }
  }
}

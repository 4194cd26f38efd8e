import type { WorkReport } from "./failures.ts";
import type { Log } from "./log.ts";

const LAG_CHECK_MS = 1_000;
const DUE_CHECK_MS = 250;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const LAG_MS = 2_000;
const SLEPT_MS = 3_600_000;

type Job = () => void | Promise<void>;

/** The daemon's recurring work. A job that fails is reported and tried again next time. */
export class Rhythm {
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

  /** The first time sooner or later than from then on. */
  everyAfter(firstMs: number, name: string, ms: number, job: Job): void {
    const first = setTimeout(() => {
      this.timers.delete(first);
      this.attempt(name, job);
      this.every(name, ms, job);
    }, firstMs);
    this.timers.add(first);
  }

  /**
   * Calls `job` when the time that `nextDue` names has come; asks again every now and then, since it may have moved. A job
   * that fails is tried again after a second, then less and less often.
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
        // a job that leaves the same due is not repeated in a tight loop
        const isStuck = isDue && next === due;
        if (next !== null && !isStuck) wait = Math.min(Math.max(next - now(), 0), DUE_CHECK_MS);
      });
      failures = worked ? 0 : failures + 1;
      if (!worked) wait = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
      this.due = setTimeout(check, wait);
    };
    this.due = setTimeout(check, 0);
  }

  /** Calls `job` after the process stood still: while it did, tmux kept for us what we did not read. */
  watchLag(name: string, job: () => Promise<void>): void {
    let expected = performance.now() + LAG_CHECK_MS;
    this.timers.add(
      setInterval(() => {
        const lag = performance.now() - expected;
        expected = performance.now() + LAG_CHECK_MS;
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
   * False: it failed, and that is reported. A job that takes its time is not begun a second time meanwhile; how it ends is
   * reported then.
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

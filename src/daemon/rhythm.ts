import type { Log } from "./log.ts";

const LAG_CHECK_MS = 1_000;
const DUE_CHECK_MS = 250;
const LAG_MS = 2_000;
const SLEPT_MS = 3_600_000;

/** The daemon's recurring work. A job that fails is logged and tried again next time. */
export class Rhythm {
  private readonly log: Log;
  private readonly timers = new Set<NodeJS.Timeout>();
  private due: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.log = log;
  }

  every(name: string, ms: number, job: () => void): void {
    this.timers.add(setInterval(() => this.attempt(name, job), ms));
  }

  /** The first time sooner or later than from then on. */
  everyAfter(firstMs: number, name: string, ms: number, job: () => void): void {
    const first = setTimeout(() => {
      this.timers.delete(first);
      this.attempt(name, job);
      this.every(name, ms, job);
    }, firstMs);
    this.timers.add(first);
  }

  /** Calls `job` when the time that `nextDue` names has come; asks again every now and then, since it may have moved. */
  whenDue(nextDue: () => number | null, now: () => number, job: () => void): void {
    const arm = (least: number) => {
      const wait = Math.min(Math.max((nextDue() ?? Number.POSITIVE_INFINITY) - now(), least), DUE_CHECK_MS);
      this.due = setTimeout(() => {
        const ripe = nextDue();
        const worked = ripe === null || ripe > now() || this.attempt("due", job);
        // what cannot be done now is not tried in a tight loop
        arm(worked ? 0 : LAG_CHECK_MS);
      }, wait);
    };
    arm(0);
  }

  /** Calls `job` after the process stood still: while it did, tmux kept for us what we did not read. */
  watchLag(job: () => Promise<void>): void {
    let expected = performance.now() + LAG_CHECK_MS;
    this.timers.add(
      setInterval(() => {
        const lag = performance.now() - expected;
        expected = performance.now() + LAG_CHECK_MS;
        if (lag < LAG_MS || lag > SLEPT_MS) return;
        this.log.warn({ lag_ms: Math.round(lag) }, "the daemon stood still");
        job().catch((error: unknown) => this.log.error({ err: String(error) }, "catching up failed"));
      }, LAG_CHECK_MS),
    );
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    if (this.due !== null) clearTimeout(this.due);
  }

  /** False: it failed, and the log says why. */
  attempt(name: string, job: () => void): boolean {
    try {
      job();
      return true;
    } catch (error) {
      this.log.error(
        { job: name, err: error instanceof Error ? error.message : String(error) },
        "recurring job failed",
      );
      return false;
    }
  }
}

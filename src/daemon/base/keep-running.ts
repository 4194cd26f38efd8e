import { setTimeout as sleep } from "node:timers/promises";
import { backoff } from "../../core/retry/backoff.ts";
import type { WorkReport } from "./failures.ts";

export interface KeepRunningOptions {
  report: WorkReport;
  signal: AbortSignal;
  /** Replaced in tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs work that must not end before `signal` is aborted: if it throws or returns, that is reported, and it is
 * restarted with backoff. The work calls `works` once it has succeeded.
 */
export async function keepRunning(
  name: string,
  work: (works: () => void) => Promise<void>,
  { report, signal, pause = pauseFor }: KeepRunningOptions,
): Promise<void> {
  let failures = 0;
  const works = () => {
    failures = 0;
    report.worked(name);
  };
  while (!signal.aborted) {
    try {
      await work(works);
      if (!signal.aborted) throw new Error("it ended by itself");
    } catch (error) {
      if (signal.aborted) return;
      report.failed(name, error);
      await pause(backoff(failures, Math.random()), signal);
      failures += 1;
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

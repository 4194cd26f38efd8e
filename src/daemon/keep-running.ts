import { setTimeout as sleep } from "node:timers/promises";
import type { WorkReport } from "./failures.ts";
import { backoff } from "./targets/backoff.ts";

export interface KeepRunningOptions {
  report: WorkReport;
  signal: AbortSignal;
  /** Tests have their own. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * For work that must not end before `signal` is aborted: where it ends by an error, or by itself, that is reported, and it is
 * begun again after a pause that grows with each failure. The work calls `works` when it has shown that it succeeds.
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

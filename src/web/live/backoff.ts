import { backoff } from "../../core/retry/backoff.ts";

const LONGEST_MS = 15_000;

/** Delay before attempt number `attempt` (from 1). `random` in [0, 1) spreads the reconnects of many pages. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(backoff(attempt - 1, random, LONGEST_MS));
}

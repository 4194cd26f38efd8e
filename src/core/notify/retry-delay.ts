import { doubling } from "../retry/backoff.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 600_000;
/** Longer Retry-After values are capped: a mistaken one would delay an agent's call for weeks. */
const LONGEST_ASKED_MS = 3_600_000;

/** 1 s, 2 s, 4 s … 10 min, plus up to a quarter of jitter by `chance` (0…1); at least Retry-After, up to an hour. */
export function retryDelay(failures: number, retryAfterMs: number | null, chance: number): number {
  const full = doubling(failures - 1, FIRST_MS, LONGEST_MS);
  return Math.max(full * (1 + chance / 4), Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS));
}

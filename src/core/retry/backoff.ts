const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Milliseconds to wait before the next attempt. `chance` (0…1) spreads attempts that failed together. */
export function backoff(failures: number, chance: number, longestMs = LONGEST_MS): number {
  return doubling(failures, FIRST_MS, longestMs) * (0.5 + chance / 2);
}

/** `firstMs`, then twice as long after each further failure, up to `longestMs`. */
export function doubling(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(failures, 0), 30));
}

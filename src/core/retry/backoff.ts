const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Milliseconds to wait before the next attempt. `chance` (0…1) spreads attempts that failed together. */
export function backoff(failures: number, chance: number, longestMs = LONGEST_MS): number {
  const full = Math.min(longestMs, FIRST_MS * 2 ** Math.min(failures, 16));
  return full * (0.5 + chance / 2);
}

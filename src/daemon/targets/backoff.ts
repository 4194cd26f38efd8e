const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long to wait before the next attempt; `chance` in 0…1 spreads those that failed together. */
export function backoff(failures: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return full * (0.5 + chance / 2);
}

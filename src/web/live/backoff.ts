const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** How long to wait before try number `attempt` (the first is 1). `random` in [0, 1) keeps many pages from coming back at once. */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}

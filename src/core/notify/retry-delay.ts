const FIRST_MS = 1_000;
const LONGEST_MS = 600_000;
/** Whoever wants more is asked sooner: by a slip, an agent's call would wait for weeks. */
const LONGEST_ASKED_MS = 3_600_000;

/** 1 s, 2 s, 4 s … 10 min, up to a quarter more by `chance` (0…1); not sooner than the other side asked for, within an hour. */
export function retryDelay(failures: number, retryAfterMs: number | null, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20));
  return Math.max(full * (1 + chance / 4), Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS));
}

import type { Health } from "../../core/protocol/state.ts";

/** How a target has answered lately. */
export interface HealthRecord {
  health: Health;
  /** When it failed to answer, within the window. */
  failures: readonly number[];
  /** The first failure since it last answered. */
  silentSince: number | null;
  /** Answers in a row since the last failure. */
  successes: number;
}

const WINDOW_MS = 30_000;
const FAILURES_TO_DOWN = 3;
const SUCCESSES_TO_OK = 2;

/** Nothing is known yet: what was stored before still stands. */
export const NOT_ASKED_YET: HealthRecord = { health: "degraded", failures: [], silentSince: null, successes: 0 };

/**
 * One failure is a hiccup, three of them within the window mean that nobody is there. So do fewer over a whole window
 * without an answer: an attempt may take as long as that.
 */
export function afterFailure({ health, failures, silentSince }: HealthRecord, now: number): HealthRecord {
  const recent = [...failures.filter((at) => now - at < WINDOW_MS), now].slice(-FAILURES_TO_DOWN);
  const since = silentSince ?? now;
  const down = health === "down" || recent.length >= FAILURES_TO_DOWN || now - since >= WINDOW_MS;
  return { health: down ? "down" : "degraded", failures: recent, silentSince: since, successes: 0 };
}

/** One answer may be chance: a link that flaps does not flap the states behind it. */
export function afterSuccess({ health, failures, successes }: HealthRecord): HealthRecord {
  const row = Math.min(successes + 1, SUCCESSES_TO_OK);
  const answered = { silentSince: null, successes: row };
  return row >= SUCCESSES_TO_OK ? { health: "ok", failures: [], ...answered } : { health, failures, ...answered };
}

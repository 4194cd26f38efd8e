import type { Health } from "../../core/protocol/base/state.ts";

/** Recent results of reaching a target. */
export interface HealthRecord {
  health: Health;
  /** Times of the failures within the window. */
  failures: readonly number[];
  /** Time of the first failure since the last success. */
  silentSince: number | null;
  /** Successes in a row since the last failure. */
  successes: number;
}

const WINDOW_MS = 30_000;
const FAILURES_TO_DOWN = 3;
const SUCCESSES_TO_OK = 2;

/** Initial record, before the first attempt: stored states stay valid. */
export const NOT_ASKED_YET: HealthRecord = { health: "degraded", failures: [], silentSince: null, successes: 0 };

/**
 * Three failures within the window mean down; one is only a hiccup. So does a whole window without a success, since a
 * single attempt may take that long.
 */
export function afterFailure({ health, failures, silentSince }: HealthRecord, now: number): HealthRecord {
  const recent = [...failures.filter((at) => now - at < WINDOW_MS), now].slice(-FAILURES_TO_DOWN);
  const since = silentSince ?? now;
  const down = health === "down" || recent.length >= FAILURES_TO_DOWN || now - since >= WINDOW_MS;
  return { health: down ? "down" : "degraded", failures: recent, silentSince: since, successes: 0 };
}

/** A single success may be chance; requiring two keeps a flapping link from flapping the states. */
export function afterSuccess({ health, failures, successes }: HealthRecord): HealthRecord {
  const row = Math.min(successes + 1, SUCCESSES_TO_OK);
  const answered = { silentSince: null, successes: row };
  return row >= SUCCESSES_TO_OK ? { health: "ok", failures: [], ...answered } : { health, failures, ...answered };
}

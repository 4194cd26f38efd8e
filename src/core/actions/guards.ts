import type { ActionSnapshot, Guards } from "../protocol/actions/actions.ts";
import type { ErrorCode } from "../protocol/base/error-codes.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/** Why an action is refused: the code, the guard, and a message for the command line and the page alike. */
export interface Refusal {
  code: ErrorCode;
  guard: string;
  message: string;
}

/** An action needs the same program as before; some also need the same state and question. */
export type Unchanged = "program" | "state";

/** Why a snapshot no longer holds, in what matters for an action; null if it does. */
export function staleness(
  snapshot: ActionSnapshot,
  item: PaneItem | undefined,
  now: number,
  unchanged: Unchanged = "state",
): Refusal | null {
  const stale = (message: string): Refusal => ({ code: "E_STALE_SNAPSHOT", guard: "snapshot", message });
  const { pane_id, runtime_id, state, nudge_seq, expires_at } = snapshot;
  if (now > expires_at) return stale("the snapshot has expired: look again, then act");
  if (item === undefined) return stale(`pane ${pane_id} is gone`);
  if (item.runtime_id !== runtime_id) return stale(`another program lives in ${pane_id} now (${item.agent ?? "none"})`);
  if (unchanged === "program") return null;
  if (item.state !== state) {
    const why = item.state === "unknown" && item.reason_code !== null ? ` (${item.reason_code})` : "";
    return stale(`it was ${state} and is ${item.state}${why} now`);
  }
  // same state, but another question than the one answered
  if (item.nudge_seq !== nudge_seq) return stale("it asks for something else by now");
  return null;
}

/** The first of the caller's guards that does not hold. */
export function unmetGuard(guards: Guards, item: PaneItem, now: number): Refusal | null {
  const { if_runtime, if_state, if_updated_within_ms } = guards;
  if (if_runtime !== undefined && item.runtime_id !== if_runtime.replace(/^runtime:/, "")) {
    const message = `the runtime there is ${item.runtime_id ?? "none"}, not ${if_runtime}`;
    return { code: "E_GUARD_RUNTIME", guard: "if_runtime", message };
  }
  if (if_state !== undefined && !if_state.includes(item.state)) {
    const message = `it is ${item.state}, not ${if_state.join(" or ")}`;
    return { code: "E_GUARD_STATE", guard: "if_state", message };
  }
  const age = now - item.updated_at;
  if (if_updated_within_ms !== undefined && age > if_updated_within_ms) {
    const message = `it last changed ${Math.round(age / 100) / 10} s ago, and at most ${if_updated_within_ms / 1_000} s were allowed`;
    return { code: "E_GUARD_FRESHNESS", guard: "if_updated_within", message };
  }
  return null;
}

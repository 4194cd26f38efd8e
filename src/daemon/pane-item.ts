import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneItem, PaneSignal } from "../core/protocol/lists.ts";
import { formatRef } from "../core/protocol/refs.ts";
import { redactText } from "../core/redact/redact-text.ts";
import type { PaneRow, RuntimeRow } from "./store/store.ts";
import type { ObservedPane } from "./targets/topology.ts";

/** Why nobody's state can be told. */
const ABSENCES = {
  no_agent: "no agent lives in this pane",
  unbound: "something was said here, but nobody knows yet by whom",
  target_unreachable: "its machine does not answer",
} as const;
export type Absence = keyof typeof ABSENCES;

const PLACE = ["ref", "window_index", "window_name", "pane_index", "title", "command", "cwd"] as const;
type PanePlace = Pick<PaneItem, "identity" | (typeof PLACE)[number]>;

/** Where a pane is. */
export function panePlace(target: string, pane: ObservedPane): PanePlace {
  return {
    identity: { target, session_name: pane.session_name, window_id: pane.window_id, pane_id: pane.pane_id },
    ref: formatRef({ type: "pane", target, session: pane.session_name, window: pane.window_id, pane: pane.pane_id }),
    window_index: pane.window_index,
    window_name: redactText(pane.window_name),
    pane_index: pane.pane_index,
    title: redactText(pane.title),
    command: pane.command,
    cwd: pane.cwd,
  };
}

export function hasMoved(before: PanePlace, now: PanePlace): boolean {
  return PLACE.some((field) => before[field] !== now[field]);
}

/** A pane as people see it: where it is, who lives there, how that one stands. */
export function paneItem(
  place: PanePlace,
  tenant: RuntimeRow | null,
  resolution: Resolution | null,
  signal: PaneSignal | null,
  absence: Absence,
  now: number,
): Omit<PaneItem, "state_version"> {
  return {
    ...place,
    runtime_id: tenant?.runtime_id ?? null,
    agent: tenant?.agent_type ?? null,
    ...stateOf(resolution, absence),
    signal,
    updated_at: now,
  };
}

/** The same pane as the store keeps it. */
export function paneRow(target_id: string, pane: ObservedPane, updated_at: number): PaneRow {
  const { pane_id, session_id, session_name, window_id, window_index, window_name } = pane;
  const { pane_index, pane_pid, title, command, cwd } = pane;
  return {
    target_id,
    pane_id,
    session_id,
    session_name,
    window_id,
    window_index,
    window_name: redactText(window_name),
    pane_index,
    pane_pid,
    title: redactText(title),
    command,
    cwd,
    updated_at,
  };
}

function stateOf(resolution: Resolution | null, absence: Absence) {
  if (resolution === null) {
    return {
      state: "unknown" as const,
      reason_code: absence,
      confidence: "low" as const,
      since: null,
      message: "",
      activity: null,
      source: null,
      because: ABSENCES[absence],
      attention: null,
      nudge_seq: 0,
    };
  }
  const { state, reason_code, confidence, since, message, activity, source, because, attention, nudge_seq } =
    resolution;
  return { state, reason_code, confidence, since, message, activity, source, because, attention, nudge_seq };
}

import { formatRef } from "../../core/protocol/base/refs.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import { labelOf, shelfOf } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { PaneCheck } from "../../core/protocol/lists/pane-check.ts";
import { redactText } from "../../core/redact/redact.ts";
import type { PaneRow, RuntimeRow } from "../store/store.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";

/** Why a pane has no state. */
const ABSENCES = {
  no_agent: "no agent lives in this pane",
  unbound: "something was said here, but nobody knows yet by whom",
  target_unreachable: "its machine does not answer",
} as const;
export type Absence = keyof typeof ABSENCES;

const PLACE = ["ref", "window_index", "window_name", "pane_index", "title", "command", "cwd"] as const;
type PanePlace = Pick<PaneItem, "identity" | (typeof PLACE)[number]>;

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

interface Shown extends Pick<PaneItem, "signal" | "doing" | "usage"> {
  checks: readonly PaneCheck[];
  teammate: PaneItem["teammate"] | null;
  teammates: PaneItem["teammates"] | null;
  queue?: PaneItem["queue"] | null;
}

/** A pane as listed for people: place, runtime and state. */
export function paneItem(
  place: PanePlace,
  activeRuntime: RuntimeRow | null,
  resolution: Resolution | null,
  { signal, doing, usage, checks, queue, teammate, teammates }: Shown,
  absence: Absence,
  now: number,
): Omit<PaneItem, "state_version"> {
  const shown = stateOf(resolution, absence);
  return {
    ...place,
    runtime_id: activeRuntime?.runtime_id ?? null,
    agent: activeRuntime?.agent_type ?? null,
    ...shown,
    shelf: shelfOf(shown),
    label: labelOf(shown),
    signal: signal && { ...signal, at: Math.floor(signal.at) },
    doing,
    usage,
    ...(checks.length > 0 && { checks: [...checks] }),
    ...(queue && { queue }),
    ...(teammate && { teammate }),
    ...(teammates && { teammates }),
    updated_at: Math.floor(now),
  };
}

/** The pane as stored. */
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
      snoozed_until: null,
      limited: null,
      nothing_new_since: null,
      nudge_seq: 0,
    };
  }
  const { evidence: _, decided_by: _event, revisit_at: _at, ...shown } = resolution;
  return shown;
}

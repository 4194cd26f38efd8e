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
export type PanePlace = Pick<PaneItem, "identity" | (typeof PLACE)[number]>;

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

/** What is shown of the agent in a pane. */
export interface ShownAgent extends Pick<PaneItem, "signal" | "doing" | "usage"> {
  runtime: RuntimeRow;
  resolution: Resolution;
  checks: readonly PaneCheck[];
  teammate: PaneItem["teammate"] | null;
  teammates: PaneItem["teammates"] | null;
  queue: PaneItem["queue"] | undefined;
}

/** A pane as it is seen now; its version follows when it is stored. */
export type SeenPane = Omit<PaneItem, "state_version">;

/** A pane with an agent, as listed for people. */
export function paneItem(place: PanePlace, agent: ShownAgent, now: number): SeenPane {
  const { runtime, resolution, signal, doing, usage, checks, queue, teammate, teammates } = agent;
  const { evidence: _, decided_by: _event, revisit_at: _at, ...state } = resolution;
  return {
    ...place,
    runtime_id: runtime.runtime_id,
    agent: runtime.agent_type,
    ...state,
    shelf: shelfOf(state),
    label: labelOf(state),
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

/** A pane without an agent. */
export function emptyPane(place: PanePlace, absence: Absence, now: number): SeenPane {
  const state = { ...STATELESS, reason_code: absence, because: ABSENCES[absence] };
  return {
    ...place,
    runtime_id: null,
    agent: null,
    ...state,
    shelf: shelfOf(state),
    label: labelOf(state),
    signal: null,
    doing: null,
    usage: null,
    updated_at: Math.floor(now),
  };
}

const STATELESS = {
  state: "unknown",
  confidence: "low",
  since: null,
  message: "",
  activity: null,
  source: null,
  attention: null,
  snoozed_until: null,
  limited: null,
  nothing_new_since: null,
  nudge_seq: 0,
} as const;

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

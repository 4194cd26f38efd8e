import { formatRef } from "../../src/core/protocol/base/refs.ts";
import { attentionLabel } from "../../src/core/protocol/events/attention.ts";
import { labelOf, noShelves, shelfOf } from "../../src/core/protocol/events/shelves.ts";
import type { PaneIdentity, PaneItem, PaneList, Summary } from "../../src/core/protocol/lists/lists.ts";

/** A pane with a running agent; each test overrides only the fields it is about. */
export function testPane(identity: Partial<PaneIdentity>, item: Partial<PaneItem> = {}): PaneItem {
  const where = { target: "host", session_name: "main", window_id: "@1", pane_id: "%1", ...identity };
  const { target, session_name: session, window_id: window, pane_id: pane } = where;
  const shown = { state: "running" as const, reason_code: null, attention: null, snoozed_until: null, ...item };
  return {
    identity: where,
    ref: formatRef({ type: "pane", target, session, window, pane }),
    window_index: 0,
    window_name: "sh",
    pane_index: 0,
    title: "",
    command: "sh",
    cwd: "/",
    runtime_id: `runtime-of-${target}-${pane.slice(1)}`,
    agent: "generic",
    state: "running",
    reason_code: null,
    confidence: "high",
    since: 0,
    message: "",
    activity: null,
    source: "marker",
    because: "",
    attention: null,
    shelf: shelfOf(shown),
    label: labelOf(shown),
    snoozed_until: null,
    limited: null,
    nothing_new_since: null,
    nudge_seq: 0,
    signal: null,
    doing: null,
    usage: null,
    state_version: 1,
    updated_at: 0,
    ...item,
  };
}

/** The fields of a pane that has asked for input since `at`. */
export function asking(at: number): Partial<PaneItem> {
  return {
    state: "waiting_input",
    shelf: "blocked",
    label: "asks",
    nudge_seq: at,
    attention: {
      attention_id: `a${at}`,
      kind: "input",
      label: attentionLabel("input"),
      message: "?",
      source: "agent",
      raised_at: at,
    },
  };
}

/** The envelope of a list of this many running panes. */
export function testEnvelope(panes = 0): Omit<PaneList, "items"> {
  const summary = testSummary(panes);
  return { schema_version: 2, generated_at: 5, filters: {}, summary, partial: false, target_errors: [] };
}

/** The summary of this many running panes. */
export function testSummary(panes: number): Summary {
  const none = { error: 0, waiting_approval: 0, waiting_input: 0, running: 0, completed: 0, idle: 0, unknown: 0 };
  return {
    panes,
    agents: panes,
    needs_action: 0,
    shelves: noShelves(),
    by_state: { ...none, running: panes },
    by_agent: {},
    by_target: {},
  };
}

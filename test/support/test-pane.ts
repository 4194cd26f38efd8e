import { attentionLabel } from "../../src/core/protocol/attention.ts";
import type { PaneIdentity, PaneItem, Summary } from "../../src/core/protocol/lists.ts";
import { formatRef } from "../../src/core/protocol/refs.ts";

/** For tests: a pane with an agent that runs; each test names only what it is about. */
export function testPane(identity: Partial<PaneIdentity>, item: Partial<PaneItem> = {}): PaneItem {
  const where = { target: "host", session_name: "main", window_id: "@1", pane_id: "%1", ...identity };
  const { target, session_name: session, window_id: window, pane_id: pane } = where;
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
    nudge_seq: 0,
    signal: null,
    state_version: 1,
    updated_at: 0,
    ...item,
  };
}

/** What a pane that asks for input since `at` shows besides. */
export function asking(at: number): Partial<PaneItem> {
  return {
    state: "waiting_input",
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

/** Of a fleet of running panes. */
export function testSummary(panes: number): Summary {
  const none = { error: 0, waiting_approval: 0, waiting_input: 0, running: 0, completed: 0, idle: 0, unknown: 0 };
  return { panes, agents: panes, needs_action: 0, by_state: { ...none, running: panes }, by_agent: {}, by_target: {} };
}

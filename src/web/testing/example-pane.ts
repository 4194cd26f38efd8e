import type { PaneIdentity, PaneItem, Summary } from "../../core/protocol/lists.ts";

/** A running agent; tests name only what they are about. */
export function examplePane(identity: Partial<PaneIdentity>, item: Partial<PaneItem> = {}): PaneItem {
  const where = { target: "host", session_name: "main", window_id: "@1", pane_id: "%1", ...identity };
  return {
    identity: where,
    ref: `pane:${where.target}/${where.session_name}/${where.window_id}/${where.pane_id}`,
    window_index: 0,
    window_name: "code",
    pane_index: 0,
    title: "",
    command: "node",
    cwd: "/src",
    runtime_id: "r1",
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
    state_version: 1,
    updated_at: 0,
    ...item,
  };
}

export function exampleSummary(panes: number): Summary {
  const none = { error: 0, waiting_approval: 0, waiting_input: 0, running: 0, completed: 0, idle: 0, unknown: 0 };
  return { panes, agents: panes, needs_action: 0, by_state: { ...none, running: panes }, by_agent: {}, by_target: {} };
}

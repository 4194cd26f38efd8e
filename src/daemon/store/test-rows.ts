import type { ActionSnapshot, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Delivery, PushSubscription } from "../../core/protocol/notify/notify.ts";
import type { AdapterRow, PaneRow, RuntimeRow, SignalRow, SourceCursorRow, TargetRow } from "./store.ts";

/** Test rows: complete, with every field overridable. */

export function aTarget(change: Partial<TargetRow> = {}): TargetRow {
  return {
    target_id: "host",
    target_name: "host",
    kind: "local",
    connection_ref: "",
    tmux_socket: "work",
    is_default: true,
    last_seen_at: 10.5,
    health: "ok",
    updated_at: 11.25,
    ...change,
  };
}

export function aPane(change: Partial<PaneRow> = {}): PaneRow {
  return {
    target_id: "host",
    pane_id: "%1",
    session_id: "$0",
    session_name: "main",
    window_id: "@1",
    window_index: 0,
    window_name: "code",
    pane_index: 1,
    pane_pid: 4242,
    title: "✳ Fix the parser",
    command: "claude",
    cwd: "/home/me/project",
    updated_at: 12,
    ...change,
  };
}

export function aRuntime(change: Partial<RuntimeRow> = {}): RuntimeRow {
  return {
    runtime_id: "r1",
    target_id: "host",
    pane_id: "%1",
    pane_epoch: 1,
    agent_type: "claude",
    boot_id: "b00t",
    server_pid: 900,
    server_start: "77",
    pid: 4300,
    pid_start: "99",
    session_id: null,
    started_at: 100,
    ended_at: null,
    ...change,
  };
}

export function anEvent(change: Partial<EventEnvelope> = {}): EventEnvelope {
  const dedupe_key = change.dedupe_key ?? "k1";
  return {
    schema_version: 1,
    event_id: `e-${dedupe_key}`,
    target: "host",
    pane_id: "%1",
    runtime_id: "r1",
    agent_type: "claude",
    source: "hook",
    event_type: "PreToolUse",
    dedupe_key,
    event_time: 1000,
    clock_offset: 0,
    ingested_at: 2000,
    hints: {},
    message: "",
    evidence: { kind: "edge", phase: "busy" },
    ...change,
  };
}

export function aPending(change: Partial<EventEnvelope> = {}): EventEnvelope {
  return anEvent({ runtime_id: null, hints: { agent_pid: 4300, session_id: "s" }, ...change });
}

export function anItem(change: Partial<PaneItem> = {}): PaneItem {
  return {
    identity: { target: "host", session_name: "main", window_id: "@1", pane_id: "%1" },
    ref: "pane:host/main/@1/%1",
    window_index: 0,
    window_name: "code",
    pane_index: 1,
    title: "✳ Fix the parser",
    command: "claude",
    cwd: "/home/me/project",
    runtime_id: "r1",
    agent: "claude",
    state: "running",
    reason_code: null,
    confidence: "high",
    since: 1000,
    message: "",
    activity: { kind: "working", tool: "Bash" },
    source: "hook",
    because: "a hook said so",
    attention: null,
    shelf: null,
    label: "running",
    snoozed_until: null,
    limited: null,
    nothing_new_since: null,
    nudge_seq: 0,
    signal: null,
    doing: null,
    usage: null,
    state_version: 1,
    updated_at: 2000,
    ...change,
  };
}

export function anAdapter(change: Partial<AdapterRow> = {}): AdapterRow {
  return {
    adapter_name: "claude",
    agent_type: "claude",
    version: "1.0",
    capabilities: {
      event_driven: true,
      polling_required: false,
      supports_waiting_approval: true,
      supports_waiting_input: true,
      supports_completed: true,
    },
    enabled: false,
    enabled_since: null,
    unknown_screens: [{ version: "2.1.0", count: 3 }],
    updated_at: 12.5,
    ...change,
  };
}

export function aCursor(change: Partial<SourceCursorRow> = {}): SourceCursorRow {
  return {
    runtime_id: "r1",
    source: "hook",
    last_source_seq: 3,
    last_order_event_time: 1000.5,
    last_order_ingested_at: 2000,
    last_order_event_id: "e-k1",
    ...change,
  };
}

export function aSnapshot(change: Partial<ActionSnapshot> = {}): ActionSnapshot {
  return {
    snapshot_id: "s1",
    target: "host",
    pane_id: "%1",
    runtime_id: "r1",
    state: "waiting_input",
    nudge_seq: 3,
    state_version: 7,
    observed_at: 1000.5,
    expires_at: 31_000.5,
    nonce: "n0nce",
    ...change,
  };
}

/** A signal whose event and signal ids derive from `id`. */
export function aSignal(id: string, change: Partial<Omit<SignalRow, "n">> = {}): Omit<SignalRow, "n"> {
  const session_id = change.session_id === undefined ? "s-1" : change.session_id;
  return {
    event_id: `e-${id}`,
    target: "host",
    session_name: "main",
    session_id,
    runtime_id: "r1",
    ref: "pane:host/main/@1/%1",
    at: 1000.5,
    until: null,
    signal: {
      type: "working",
      signal_id: id,
      session_id,
      tmux_session: "main",
      timestamp: "2026-03-04T05:06:07.890Z",
      data: { taskId: "t-1", taskTitle: "Cache", approach: "Redis", extra: { kept: true } },
    },
    ...change,
  };
}

export function anAudit(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    schema_version: 1,
    correlation_id: "c1",
    at: 1000.5,
    ended_at: null,
    action: "send",
    actor: { uid: 1000, user: "me", via: "cli" },
    asked_ref: "claude",
    ref: "pane:host/main/@1/%1",
    target: "host",
    pane_id: "%1",
    runtime_id: "r1",
    agent: "claude",
    snapshot: aSnapshot(),
    guards: { if_state: ["waiting_input"] },
    request: { text: "go on" },
    outcome: "begun",
    code: null,
    message: "",
    phases: [],
    idempotency_key: null,
    ...change,
  };
}

export function aQuestion(change: Partial<KeptQuestion> = {}): KeptQuestion {
  return {
    question_id: "q1",
    ref: "pane:host/main/@1/%1",
    target: "host",
    session_name: "main",
    pane_id: "%1",
    runtime_id: "r1",
    agent: "claude",
    attention_id: "e-k1",
    kind: "choice",
    text: "Which colour?",
    options: [{ value: "red", label: "Red" }],
    state: "open",
    asked_at: 1000.5,
    expires_at: null,
    settled_at: null,
    answer: null,
    correlation_id: null,
    ...change,
  };
}

export function aDelivery(change: Partial<Delivery> = {}, attention_id = "a1", runtime_id = "r1"): Delivery {
  const channel = change.channel ?? "phone";
  const key = `${runtime_id}/${attention_id}/${channel}`;
  return {
    key,
    channel,
    state: "waiting",
    notification: {
      schema_version: 1,
      key,
      runtime_id,
      attention_id,
      kind: "approval",
      label: "⚠ Needs Authorization",
      title: "claude in main",
      message: "rm -rf build?",
      agent: "claude",
      state: "waiting_approval",
      ref: "pane:host/main/@1/%1",
      identity: { target: "host", session_name: "main", window_id: "@1", pane_id: "%1" },
      raised_at: 1000,
      url: null,
    },
    terms: { only_if_unwatched: true, quiet_hours: null, cooldown_ms: 60_000 },
    created_at: 1000,
    due_at: 31_000,
    attempts: 0,
    failing_since: null,
    outcome: null,
    settled_at: null,
    ...change,
  };
}

export function aSubscription(change: Partial<PushSubscription> = {}): PushSubscription {
  return {
    id: "s1",
    device_id: "d1",
    endpoint: "https://push.example.com/1",
    keys: { p256dh: "BK", auth: "au" },
    created_at: 5.5,
    ...change,
  };
}

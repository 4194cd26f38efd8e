import type { Notification } from "../../src/core/protocol/notify/notify.ts";

/** An approval request from Claude; `part` overrides fields. */
export function notificationOf(part: Partial<Notification> = {}): Notification {
  return {
    schema_version: 1,
    key: "r1/a1/phone",
    runtime_id: "r1",
    attention_id: "a1",
    kind: "approval",
    label: "⚠ Needs Authorization",
    title: "claude in host/work",
    message: "May I run npm test?",
    agent: "claude",
    state: "waiting_approval",
    ref: "host/work/%3",
    identity: { target: "host", session_name: "work", window_id: "@1", pane_id: "%3" },
    raised_at: 1_700_000_000_000,
    url: "https://agents.example.com/pane/host/3",
    ...part,
  };
}

import type { Notification } from "../protocol/notify.ts";
import type { Calling } from "./plan.ts";

/** Sent along with every attempt; the same after every restart. */
export function deliveryKey(runtimeId: string, attentionId: string, lane: string): string {
  return `${runtimeId}/${attentionId}/${lane}`;
}

/** A call in the words that a channel gets. `dashboard`: where others can open it; empty for nowhere. */
export function notificationOf(item: Calling, lane: string, dashboard: string): Notification {
  const { attention, runtime_id, identity, ref, state } = item;
  const { attention_id, kind, label, message, raised_at } = attention;
  const agent = item.agent ?? "";
  const who = agent === "" || agent === "generic" ? item.command : agent;
  return {
    schema_version: 1,
    key: deliveryKey(runtime_id, attention_id, lane),
    runtime_id,
    attention_id,
    kind,
    label,
    title: `${who} in ${identity.session_name}${identity.target === "host" ? "" : ` on ${identity.target}`}`,
    message: message === "" ? label : message,
    agent,
    state,
    ref,
    identity,
    raised_at,
    url: dashboard === "" ? null : `${dashboard}/pane/${identity.target}/${identity.pane_id.replace(/^%/, "")}`,
  };
}

/** What `agtmux notify test` sends: nobody waits for an answer to it. */
export function testNotification(lane: string, at: number, dashboard: string): Notification {
  return {
    schema_version: 1,
    key: deliveryKey("test", `${Math.floor(at)}`, lane),
    runtime_id: "test",
    attention_id: `test-${Math.floor(at)}`,
    kind: "input",
    label: "Test",
    title: "agtmux test",
    message: "This is how a call from an agent arrives here. Nothing waits for you.",
    agent: "agtmux",
    state: "waiting_input",
    ref: "",
    identity: { target: "host", session_name: "test", window_id: "@0", pane_id: "%0" },
    raised_at: at,
    url: dashboard === "" ? null : dashboard,
  };
}

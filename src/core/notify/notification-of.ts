import { nameOf, programOf, THIS_MACHINE } from "../lists/who.ts";
import type { Notification } from "../protocol/notify/notify.ts";
import { shorten } from "../text/width.ts";
import type { NotifiablePane } from "./plan.ts";

const LONGEST_NAME = 40;

/** The idempotency key sent with every attempt; it does not change across restarts. */
export function deliveryKey(runtimeId: string, attentionId: string, queue: string): string {
  return `${runtimeId}/${attentionId}/${queue}`;
}

/** The notification for a call on one queue. `dashboard`: base URL that other devices can open; empty if none. */
export function notificationOf(item: NotifiablePane, queue: string, dashboard: string): Notification {
  const { attention, runtime_id, identity, ref, state } = item;
  const { attention_id, kind, message, raised_at } = attention;
  const label = kind === "nothing_new" ? attention.label : item.label;
  const name = shorten(nameOf(item), LONGEST_NAME);
  const program = `${programOf(item)} in ${identity.session_name}${identity.target === THIS_MACHINE ? "" : ` on ${identity.target}`}`;
  return {
    schema_version: 1,
    key: deliveryKey(runtime_id, attention_id, queue),
    runtime_id,
    attention_id,
    kind,
    label,
    title: name === identity.session_name ? program : `${name}: ${program}`,
    message: message === "" ? label : message,
    agent: item.agent ?? "",
    state,
    ref,
    identity,
    raised_at,
    url: dashboard === "" ? null : `${dashboard}/pane/${identity.target}/${identity.pane_id.replace(/^%/, "")}`,
  };
}

/** The notification of `agtmux notify test`; no agent is waiting behind it. */
export function testNotification(queue: string, at: number, dashboard: string): Notification {
  return {
    schema_version: 1,
    key: deliveryKey("test", `${Math.floor(at)}`, queue),
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
    raised_at: Math.floor(at),
    url: dashboard === "" ? null : dashboard,
  };
}

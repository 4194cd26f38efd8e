import type { Notification } from "../../protocol/notify/notify.ts";

/** The fields that a template may use as {{field}}. */
export const FIELDS = {
  title: ({ title }) => title,
  message: ({ message }) => message,
  label: ({ label }) => label,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  agent: ({ agent }) => agent,
  ref: ({ ref }) => ref,
  target: ({ identity }) => identity.target,
  session: ({ identity }) => identity.session_name,
  window: ({ identity }) => identity.window_id,
  pane: ({ identity }) => identity.pane_id,
  /** Empty if the dashboard has no address that other devices can open. */
  url: ({ url }) => url ?? "",
  key: ({ key }) => key,
  runtime_id: ({ runtime_id }) => runtime_id,
  attention_id: ({ attention_id }) => attention_id,
  /** Milliseconds since 1970. */
  raised_at: ({ raised_at }) => String(raised_at),
} as const satisfies Record<string, (notification: Notification) => string>;

export function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

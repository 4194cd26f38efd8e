import { z } from "zod";
import { AttentionKind } from "./attention.ts";
import { PaneIdentity } from "./lists.ts";
import { State } from "./state.ts";
import { Millis } from "./time.ts";

export const ChannelKind = z.enum(["desktop", "tmux", "webhook", "slack", "discord", "telegram", "ntfy", "push"]);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** What a channel is given to tell. No secret is in it, and it is what the outbox keeps. */
export const Notification = z.object({
  schema_version: z.literal(1),
  /** (runtime, attention, channel): sent along, so that a receiver can drop a repetition. */
  key: z.string(),
  runtime_id: z.string(),
  attention_id: z.string(),
  kind: AttentionKind,
  label: z.string(),
  /** Who calls: the agent, and where it is. */
  title: z.string(),
  message: z.string(),
  agent: z.string(),
  state: State,
  ref: z.string(),
  identity: PaneIdentity,
  raised_at: Millis,
  /** The page of its pane; null where the dashboard has no address that others can open. */
  url: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** `waiting`: not due yet. `sent`, `dropped` (seen, answered or gone before it was due) and `dead` are final. */
export const DeliveryState = z.enum(["waiting", "sent", "dropped", "dead"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z.object({
  key: z.string(),
  channel: z.string(),
  state: DeliveryState,
  notification: Notification,
  created_at: Millis,
  /** When it is tried next. */
  due_at: Millis,
  attempts: z.number().int().nonnegative(),
  /** What the last attempt came to, or why it was dropped. */
  outcome: z.string().nullable(),
  settled_at: Millis.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

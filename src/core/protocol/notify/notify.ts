import { z } from "zod";
import { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { NotificationKind } from "../events/attention.ts";
import { PaneIdentity } from "../lists/lists.ts";

export const ChannelKind = z.enum(["desktop", "tmux", "webhook", "slack", "discord", "telegram", "ntfy", "push"]);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** The content given to a channel, which the outbox stores. It contains no secret. */
export const Notification = z.object({
  schema_version: z.literal(1),
  /** (runtime, attention, channel): sent along, so that a receiver can drop duplicates. */
  key: z.string(),
  runtime_id: z.string(),
  attention_id: z.string(),
  kind: NotificationKind,
  label: z.string(),
  /** The agent and its location. */
  title: z.string(),
  message: z.string(),
  agent: z.string(),
  state: State,
  ref: z.string(),
  identity: PaneIdentity,
  raised_at: Millis,
  /** The dashboard page of its pane; null if the dashboard has no address that others can open. */
  url: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** A browser's push subscription; `id` is ours. */
export const PushSubscription = z.object({
  id: z.string(),
  device_id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  created_at: Millis,
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** `dropped`: seen, answered or gone before it was due; `waiting` again if its attention is open and unseen again. */
export const DeliveryState = z.enum(["waiting", "sent", "dropped", "dead"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Minutes of the day, local time; `to` may be before `from`. */
export const QuietHours = z.object({ from: z.number().int(), to: z.number().int() });
export type QuietHours = z.infer<typeof QuietHours>;

/** Terms of the rule that requested it, stored with it: a changed rule affects later notifications only. */
export const DeliveryTerms = z.object({
  only_if_unwatched: z.boolean(),
  quiet_hours: QuietHours.nullable(),
  cooldown_ms: Millis,
});
export type DeliveryTerms = z.infer<typeof DeliveryTerms>;

/** One notification for one channel. */
export const Delivery = z.object({
  key: z.string(),
  /** The channel's name; `push:<id>` for a subscribed browser. */
  channel: z.string(),
  state: DeliveryState,
  notification: Notification,
  terms: DeliveryTerms,
  created_at: Millis,
  /** When the next attempt is due. */
  due_at: Millis,
  attempts: z.number().int().nonnegative(),
  /** When the current series of failed attempts began. */
  failing_since: Millis.nullable(),
  /** The result of the last attempt, or why it waits or was dropped. */
  outcome: z.string().nullable(),
  settled_at: Millis.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

const DeliveryCounts = z.object({
  waiting: z.number().int(),
  sent: z.number().int(),
  dropped: z.number().int(),
  dead: z.number().int(),
});
export type DeliveryCounts = z.infer<typeof DeliveryCounts>;

export const ChannelItem = z.object({
  name: z.string(),
  kind: ChannelKind,
  /** `settings`: from config.toml. `device`: a subscribed browser. */
  origin: z.enum(["settings", "device"]),
  /** Null unless `origin` is `device`. */
  device_id: z.string().nullable(),
  /** Why it cannot work: a missing secret, invalid settings. */
  fault: z.string().nullable(),
  counts: DeliveryCounts,
  last_sent_at: Millis.nullable(),
  last_failed_at: Millis.nullable(),
  /** The last failure, if nothing was sent since. */
  last_failure: z.string().nullable(),
});
export type ChannelItem = z.infer<typeof ChannelItem>;

export const NotifyStatus = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  channels: z.array(ChannelItem),
  /** As text, in the order of evaluation. */
  rules: z.array(z.string()),
  counts: DeliveryCounts,
  /** Ordered by `due_at`. */
  waiting: z.array(Delivery),
  /** Newest first. */
  dead: z.array(Delivery),
});
export type NotifyStatus = z.infer<typeof NotifyStatus>;

export const NotifyTestRequest = z.object({ channel: z.string().min(1) });
export const NotifyTested = z.object({
  schema_version: z.literal(1),
  channel: z.string(),
  kind: ChannelKind,
  /** Response time of the receiver. */
  took_ms: Millis,
});
export type NotifyTested = z.infer<typeof NotifyTested>;

export const NotifyRetryRequest = z.union([
  z.strictObject({ key: z.string().min(1) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type NotifyRetryRequest = z.infer<typeof NotifyRetryRequest>;
/** Keys of those that are tried again. */
export const NotifyRetried = z.object({ schema_version: z.literal(1), keys: z.array(z.string()) });
export type NotifyRetried = z.infer<typeof NotifyRetried>;

/** The key with which a browser subscribes, and its existing subscriptions. */
export const PushState = z.object({
  schema_version: z.literal(1),
  /** The daemon's public VAPID key, in URL-safe Base64. */
  public_key: z.string(),
  /** The endpoints of the requesting device. */
  endpoints: z.array(z.string()),
});
export type PushState = z.infer<typeof PushState>;

/** The result of a browser's `PushSubscription.toJSON()`. */
export const PushSubscribe = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
});
export type PushSubscribe = z.infer<typeof PushSubscribe>;

export const PushUnsubscribe = z.object({ endpoint: z.string().max(2_000) });

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

/** A browser's own words for where and how it is reached; `id` is ours. */
export const PushSubscription = z.object({
  id: z.string(),
  device_id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  created_at: Millis,
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** `waiting`: not taken yet. `dropped`: seen, answered or gone before it was due; waits anew if its call stands again unseen. */
export const DeliveryState = z.enum(["waiting", "sent", "dropped", "dead"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Minutes of the day, local time; `to` may be before `from`. */
export const QuietHours = z.object({ from: z.number().int(), to: z.number().int() });
export type QuietHours = z.infer<typeof QuietHours>;

/** What the rule that asked for it wants; kept with it, so that a changed rule is for later calls. */
export const DeliveryTerms = z.object({
  only_if_unwatched: z.boolean(),
  quiet_hours: QuietHours.nullable(),
  cooldown_ms: Millis,
});
export type DeliveryTerms = z.infer<typeof DeliveryTerms>;

/** One notification on its way through one channel. */
export const Delivery = z.object({
  key: z.string(),
  /** Its name; a device that has subscribed is `push:<id>`. */
  channel: z.string(),
  state: DeliveryState,
  notification: Notification,
  terms: DeliveryTerms,
  created_at: Millis,
  /** When it is tried next. */
  due_at: Millis,
  attempts: z.number().int().nonnegative(),
  /** When the first attempt failed that nothing has come of since. */
  failing_since: Millis.nullable(),
  /** What the last attempt came to, or why it waits or was dropped. */
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
  /** `settings`: in config.toml. `device`: a browser has subscribed. */
  origin: z.enum(["settings", "device"]),
  /** Null unless a device's own. */
  device_id: z.string().nullable(),
  /** Why it cannot work as it is: a secret that is not there, settings that do not fit. */
  fault: z.string().nullable(),
  counts: DeliveryCounts,
  last_sent_at: Millis.nullable(),
  last_failed_at: Millis.nullable(),
  /** What the last failure was, as long as nothing was sent since. */
  last_failure: z.string().nullable(),
});
export type ChannelItem = z.infer<typeof ChannelItem>;

export const NotifyStatus = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  channels: z.array(ChannelItem),
  /** In words, in the order in which they are asked. */
  rules: z.array(z.string()),
  counts: DeliveryCounts,
  /** First due first. */
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
  /** How long the other side took. */
  took_ms: Millis,
});
export type NotifyTested = z.infer<typeof NotifyTested>;

export const NotifyRetryRequest = z.union([
  z.strictObject({ key: z.string().min(1) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type NotifyRetryRequest = z.infer<typeof NotifyRetryRequest>;
/** Those that are tried again. */
export const NotifyRetried = z.object({ schema_version: z.literal(1), keys: z.array(z.string()) });
export type NotifyRetried = z.infer<typeof NotifyRetried>;

/** What a browser needs to subscribe, and whether this one has. */
export const PushState = z.object({
  schema_version: z.literal(1),
  /** The daemon's public VAPID key, in URL-safe Base64. */
  public_key: z.string(),
  /** The endpoints of the device that asks. */
  endpoints: z.array(z.string()),
});
export type PushState = z.infer<typeof PushState>;

/** As `PushSubscription.toJSON()` of a browser gives it. */
export const PushSubscribe = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
});
export type PushSubscribe = z.infer<typeof PushSubscribe>;

export const PushUnsubscribe = z.object({ endpoint: z.string().max(2_000) });

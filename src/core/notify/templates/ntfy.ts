import type { NotificationKind } from "../../protocol/events/attention.ts";
import type { Notification } from "../../protocol/notify/notify.ts";
import { capBytes } from "./cap-text.ts";
import { type Filled, fillText } from "./fill-template.ts";
import { oneLine, plainText } from "./plain-text.ts";
import { urgencyOf } from "./urgency.ts";

export type NtfyPriority = "min" | "low" | "default" | "high" | "urgent";

/** ntfy turns longer messages into attachments, or refuses them. */
const MAX_MESSAGE_BYTES = 3_500;
const MAX_TITLE_BYTES = 250;
const LEVEL: Record<NtfyPriority, number> = { min: 1, low: 2, default: 3, high: 4, urgent: 5 };
const USUAL = { high: LEVEL.high, normal: LEVEL.default, low: LEVEL.low } as const;

/** Emoji names, which ntfy shows before the title. */
const TAG: Record<NotificationKind, string> = {
  approval: "warning",
  input: "question",
  error: "x",
  stalled: "hourglass_flowing_sand",
  testing: "test_tube",
  review: "eyes",
  limited: "no_entry",
  budget: "money_with_wings",
  context: "battery",
  done: "white_check_mark",
  nothing_new: "zzz",
};

export interface NtfyChoice {
  topic: string;
  /** Servers from 2.16 on treat a repeated id as the same notification; older ones ignore it. */
  sequenceId: string;
  priority: NtfyPriority | undefined;
  template: string | undefined;
}

/** The message as JSON: HTTP headers would need encoding for anything but ASCII. */
export function ntfyBody(notification: Notification, { topic, sequenceId, priority, template }: NtfyChoice): Filled {
  const { kind, title, message, label, url } = notification;
  const filled: Filled =
    template === undefined
      ? { ok: true, text: plainText(message).trim() || oneLine(label) }
      : fillText(template, notification, (value) => value);
  if (!filled.ok) return filled;
  const body = {
    topic,
    sequence_id: sequenceId,
    title: capBytes(oneLine(title), MAX_TITLE_BYTES),
    message: capBytes(filled.text, MAX_MESSAGE_BYTES),
    tags: [TAG[kind], kind],
    priority: priority === undefined ? USUAL[urgencyOf(kind)] : LEVEL[priority],
    ...(url === null ? {} : { click: url }),
  };
  return { ok: true, text: JSON.stringify(body) };
}

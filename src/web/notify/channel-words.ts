import type { ChannelItem, Delivery } from "../../core/protocol/notify/notify.ts";

const KIND: Record<ChannelItem["kind"], string> = {
  desktop: "Desktop",
  tmux: "tmux",
  webhook: "Webhook",
  slack: "Slack",
  discord: "Discord",
  telegram: "Telegram",
  ntfy: "ntfy",
  push: "Web Push",
};

export function kindName({ kind }: Pick<ChannelItem, "kind">): string {
  return KIND[kind];
}

/** The channel's health in one word; details are shown beside it. */
export function healthOf({
  fault,
  last_failure,
  last_sent_at,
}: ChannelItem): "broken" | "failing" | "works" | "unused" {
  if (fault !== null) return "broken";
  if (last_failure !== null) return "failing";
  return last_sent_at === null ? "unused" : "works";
}

/** The counts that are not zero. */
export function countWords({ counts }: Pick<ChannelItem, "counts">): string {
  const { sent, waiting, dead } = counts;
  const told = [
    [sent, "sent"],
    [waiting, "waiting"],
    [dead, "not delivered"],
  ] as const;
  return told.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`])).join(", ");
}

/** A title for the dead letter. */
export function letterTitle({ notification: { label, title } }: Pick<Delivery, "notification">): string {
  return `${label} · ${title}`;
}

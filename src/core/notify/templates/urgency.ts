import type { NotificationKind } from "../../protocol/events/attention.ts";

/** How urgent a kind is, for channels with priority levels. */
export type Urgency = "high" | "normal" | "low";

export function urgencyOf(kind: NotificationKind): Urgency {
  switch (kind) {
    case "approval":
    case "input":
    case "error":
      return "high";
    case "testing":
    case "review":
    case "stalled":
    case "limited":
    case "budget":
    case "context":
      return "normal";
    case "done":
    case "nothing_new":
      return "low";
    default:
      return kind satisfies never;
  }
}

import type { AttentionKind } from "../../protocol/attention.ts";

/** How loudly a kind of call is told where a channel has levels. */
export type Urgency = "high" | "normal" | "low";

export function urgencyOf(kind: AttentionKind): Urgency {
  switch (kind) {
    case "approval":
    case "input":
    case "error":
      return "high";
    case "testing":
    case "review":
    case "stalled":
      return "normal";
    case "done":
      return "low";
    default:
      return kind satisfies never;
  }
}

import type { PaneItem } from "../protocol/lists.ts";

/** Nobody can say how it stands: what was last seen there is too old, or its machine does not answer. That closes no call. */
export function isUnknown({ state, reason_code }: Pick<PaneItem, "state" | "reason_code">): boolean {
  return state === "unknown" && (reason_code === "stale_signal" || reason_code === "target_unreachable");
}

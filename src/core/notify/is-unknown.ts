import type { PaneItem } from "../protocol/lists/lists.ts";

/** The state is unknown only because its evidence is too old, or its target or member unreachable. That closes no attention. */
export function isUnknown({ state, reason_code }: Pick<PaneItem, "state" | "reason_code">): boolean {
  return state === "unknown" && (reason_code === "stale_signal" || isUnreachable(reason_code));
}

export function isUnreachable(reasonCode: PaneItem["reason_code"]): boolean {
  return reasonCode === "target_unreachable" || reasonCode === "member_unreachable";
}

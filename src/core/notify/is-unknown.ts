import type { PaneItem } from "../protocol/lists/lists.ts";

/** The state is unknown only because its evidence is too old or its target unreachable. That closes no attention. */
export function isUnknown({ state, reason_code }: Pick<PaneItem, "state" | "reason_code">): boolean {
  return state === "unknown" && (reason_code === "stale_signal" || reason_code === "target_unreachable");
}

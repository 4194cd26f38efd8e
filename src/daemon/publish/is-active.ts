import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/**
 * Whether it matters soon that its process is stopped or continues. Nobody waits for an agent at rest: its state shows
 * when its processes are read anyway.
 */
export function isActive(item: Pick<PaneItem, "state" | "reason_code"> | undefined): boolean {
  if (item === undefined) return false;
  const phase = phaseOf(item.state);
  return phase === "busy" || phase === "ask" || item.reason_code === "suspended";
}

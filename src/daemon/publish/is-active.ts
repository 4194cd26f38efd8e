import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/**
 * Whether it must show soon that the agent's process is stopped or continues. Nobody waits for an agent at rest: there it
 * shows when the processes are read anyway.
 */
export function isActive(item: Pick<PaneItem, "state" | "reason_code"> | undefined): boolean {
  if (item === undefined) return false;
  const phase = phaseOf(item.state);
  return phase === "busy" || phase === "ask" || item.reason_code === "suspended";
}

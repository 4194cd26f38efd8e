import type { RuntimeRow } from "../store/store.ts";
import { START_SLACK_MS } from "./process-index.ts";
import type { Arrival } from "./runtime-registry.ts";

/** If another agent runs there now, the former one ended at that one's start, however late that was noticed. */
export function endOf(runtime: RuntimeRow, arrived: readonly Arrival[], now: number): number {
  const next = arrived.find(({ paneId }) => paneId === runtime.pane_id)?.agent.process;
  if (next === undefined || next.pid === runtime.pid) return now;
  return Math.min(now, Math.max(runtime.started_at, next.startedAt - START_SLACK_MS));
}

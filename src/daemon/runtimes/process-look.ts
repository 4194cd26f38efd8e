import type { SignalFacts } from "../../core/engine/envelope.ts";
import { lastLook } from "../../core/engine/fold-queries.ts";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";
import type { Level } from "../../core/protocol/events/event.ts";
import type { RuntimeRow } from "../store/store.ts";

/** An agent's process state as a level; null if there is nothing to report: running is news only after a stop. */
export function processLook(
  { runtime_id, target_id, pane_id, agent_type }: RuntimeRow,
  isStopped: boolean | null,
  fold: RuntimeFold,
  now: number,
): (SignalFacts & { evidence: Level }) | null {
  if (isStopped === null || (!isStopped && lastLook(fold, "process")?.level.suspended !== true)) return null;
  return {
    target: target_id,
    pane_id,
    runtime_id,
    agent_type,
    source: "process",
    event_type: isStopped ? "process.stopped" : "process.continued",
    dedupe_key: "",
    event_time: now,
    message: isStopped ? "stopped by Ctrl-Z or SIGSTOP; fg, or SIGCONT, lets it go on" : "",
    evidence: { kind: "level", phase: "rest", suspended: isStopped },
  };
}

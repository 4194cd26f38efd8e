import { randomUUID } from "node:crypto";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { completionAhead } from "../../core/signals/squad/completion.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import type { Clock } from "../base/clock.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";

export interface Announcing {
  target: { readonly intake: Pick<Intake, "ingest">; readonly signals: Pick<SquadSignals, "lastOf" | "publish"> };
  clock: Clock;
  /** How long it is believed without a signal of the agent's own. */
  ttlMs: number;
}

/** Shows at once that an agent is about to complete its task: in its state, its files and the signal feed. */
export function announceCompletion({ target, clock, ttlMs }: Announcing, item: PaneItem, runtimeId: string): void {
  const at = clock.now();
  const last = target.signals.lastOf(runtimeId, at);
  const { target: name, session_name, pane_id } = item.identity;
  const signal = completionAhead({
    signalId: `ahead-${randomUUID()}`,
    timestamp: new Date(at).toISOString(),
    sessionId: last?.session_id ?? null,
    tmuxSession: session_name,
    // the agent may never have named its task
    taskId: item.signal?.task_id ?? session_name,
  });
  const facts = squadFacts(signal, { target: name, pane_id, event_time: at }, at + ttlMs);
  // if it cannot be stored, only the announcement is lost
  if (target.intake.ingest([{ ...facts, runtime_id: runtimeId }])) target.signals.publish(signal);
}

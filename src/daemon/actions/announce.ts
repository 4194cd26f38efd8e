import { randomUUID } from "node:crypto";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { completionAhead } from "../../core/signals/squad/completion.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import type { Clock } from "../clock.ts";
import type { Intake } from "../intake.ts";
import type { SquadBook } from "../squad-book.ts";

export interface Announcing {
  target: { readonly intake: Pick<Intake, "offer">; readonly signals: Pick<SquadBook, "lastOf" | "publish"> };
  clock: Clock;
  /** So long it is believed without the agent's own word. */
  ttlMs: number;
}

/** That an agent is about to complete its task shows at once, in its state, its files and to whoever follows signals. */
export function announceCompletion({ target, clock, ttlMs }: Announcing, item: PaneItem, runtimeId: string): void {
  const at = clock.now();
  const last = target.signals.lastOf(runtimeId, at);
  const { target: name, session_name, pane_id } = item.identity;
  const signal = completionAhead({
    signalId: `ahead-${randomUUID()}`,
    timestamp: new Date(at).toISOString(),
    sessionId: last?.session_id ?? null,
    tmuxSession: session_name,
    // whoever never told its task has one all the same
    taskId: item.signal?.task_id ?? session_name,
  });
  const facts = squadFacts(signal, { target: name, pane_id, event_time: at }, at + ttlMs);
  // what cannot be stored costs the announcement, not what is announced
  if (target.intake.offer([{ ...facts, runtime_id: runtimeId }])) target.signals.publish(signal);
}

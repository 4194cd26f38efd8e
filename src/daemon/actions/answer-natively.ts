import { decisionFor } from "../../core/actions/decision-for.ts";
import type { Decision } from "../../core/adapter/decisions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { stampOf } from "../../core/protocol/events/event.ts";
import type { AnswerWork, Outcome } from "./answer.ts";
import { awaitAnswer } from "./await-answer.ts";
import { PhaseLog } from "./phase-log.ts";

const NEWEST = 20;

/**
 * Answers through the hook that waits for it, while the dialog stays on the screen: whichever is answered first counts.
 * Null if none waits, or if it cannot be told this answer: nothing has been done then.
 */
export async function answerNatively(work: AnswerWork): Promise<Outcome | null> {
  const { guardedPane, answering, events, deps, correlationId } = work;
  const { store } = deps;
  const { runtime, pane, target } = guardedPane;
  const { question } = answering;
  const offer = target.offers.find(pane.pane_id, runtime.agent_type, question);
  const decision = offer === null ? null : decisionFor(answering, question);
  const line = offer === null || decision === null ? null : target.offers.lineFor(offer, decision);
  if (offer === null || decision === null || line === null) return null;
  events.onTouch();
  const at = deps.clock.now();
  if (!(await target.offers.reply(offer, line))) {
    events.onUntouched();
    return null;
  }
  const log = new PhaseLog(deps.clock);
  log.reach("submitted", "taken by the hook that waits for it");
  const answered = wordsOf(decision);
  events.onPhases(log.phases);
  events.onAnswered(answered, at);
  target.noteTyped(runtime, at, correlationId);
  events.onTyped();
  const state = await awaitAnswer(work, at, log);
  const isOverruled = store
    .eventsOf(runtime.runtime_id, NEWEST)
    .some((event) => stampOf(event) >= question.asked_at && target.offers.ran(offer, event));
  if (decision.type === "deny" && isOverruled) {
    const words = `${runtime.agent_type} was answered in its dialog a moment before: it was allowed, and has done it`;
    throw new Fault("E_STALE_SNAPSHOT", words, { guard: "question", question_id: question.question_id });
  }
  return { by: "dialog", channel: "native", answered, phases: log.phases, state, next: null, notes: [] };
}

function wordsOf(decision: Decision): string[] {
  switch (decision.type) {
    case "answers":
      return [...decision.answers];
    case "allow":
      return ["yes"];
    case "always":
      return ["always"];
    case "deny":
      return [decision.message ?? "no"];
  }
}

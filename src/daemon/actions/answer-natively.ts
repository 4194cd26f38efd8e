import { setTimeout as sleep } from "node:timers/promises";
import { decisionFor } from "../../core/actions/decision-for.ts";
import type { Decision } from "../../core/adapter/decisions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { Offer } from "../decisions/offers.ts";
import { readAgentMetadata } from "../runtimes/agent-metadata.ts";
import type { AnswerWork, Outcome } from "./answer.ts";
import { awaitAnswer } from "./await-answer.ts";
import { PhaseLog } from "./phase-log.ts";

const NEWEST = 20;
/** Within this time an agent that has done what was allowed, or was stopped, has told us, also on a loaded machine. */
const TELLS_MS = 2_000;
/** Even on a loaded machine, an agent that took our No has told so within this time. */
const DECLINES_MS = 10_000;
/** An agent tells what it has done before it rests, but a screen may show us the rest before that word arrives. */
const SETTLES_MS = 300;
const LOOK_MS = 50;
/** Neither Claude's own records nor Codex's socket tell more. */
const STOPPED = "it was declined or interrupted there, and what it asked for may have begun";

/**
 * Answers through the agent's own channel, while the dialog stays on the screen: whichever is answered first counts.
 * Null if nothing waits there, or if it cannot be told this answer: nothing has been done then.
 */
export async function answerNatively(work: AnswerWork): Promise<Outcome | null> {
  const { guardedPane, answering, events, deps, correlationId } = work;
  const { runtime, pane, target } = guardedPane;
  const { question } = answering;
  const metadata = readAgentMetadata(deps.store, runtime.runtime_id);
  const decision = decisionFor(answering, question);
  const offer =
    decision === null ? null : await target.offers.find(pane.pane_id, runtime.agent_type, question, metadata);
  const line = offer === null || decision === null ? null : target.offers.lineFor(offer, decision);
  if (offer === null || decision === null || line === null) {
    offer?.drop();
    return null;
  }
  events.onTouch();
  const at = deps.clock.now();
  const reply = await offer.give(line, decision);
  if (reply === "gone" || reply === "refused") events.onUntouched();
  if (reply === "gone") return null;
  if (reply === "stopped") throw answeredBefore(work, STOPPED);
  if (reply === "refused") throw answeredBefore(work, "it says that this is not asked any more");
  const log = new PhaseLog(deps.clock);
  log.reach("submitted", "taken by the agent's own channel");
  const answered = wordsOf(decision);
  events.onPhases(log.phases);
  events.onAnswered(answered, at);
  target.noteTyped(runtime, at, correlationId);
  events.onTyped();
  const state = await awaitAnswer(work, at, log);
  const how = await answeredElsewhere(work, offer, decision);
  if (how !== null) throw answeredBefore(work, how);
  return { by: "dialog", channel: "native", answered, phases: log.phases, state, next: null, notes: [] };
}

/** Tells how a person at the terminal was quicker, or stopped what was allowed; null if our answer counted. */
async function answeredElsewhere(
  { deps, guardedPane, answering }: AnswerWork,
  offer: Offer,
  decision: Decision,
): Promise<string | null> {
  const { offers, adapterOf, name } = guardedPane.target;
  // elsewhere the channel itself refuses the second answer
  if (adapterOf(offer.agent)?.decisions?.outcome === undefined) return null;
  const isAllowing = decision.type !== "deny";
  // after a longer wait, the tool call may be further back than we look
  if (isAllowing && answering.wait !== undefined && answering.wait !== "accepted") return null;
  const { runtime_id } = guardedPane.runtime;
  const from = deps.clock.now();
  for (; ; await sleep(LOOK_MS)) {
    const events = deps.store.eventsOf(runtime_id, NEWEST);
    const outcome = offers.outcome(offer, events, answering.question.asked_at);
    if (outcome === "done") return isAllowing ? null : "it was allowed, and has done it";
    if (outcome !== null) return isAllowing ? STOPPED : null;
    const isResting = phaseOf(deps.fleet.item(name, guardedPane.pane.pane_id)?.state ?? "idle") === "rest";
    if (deps.clock.now() - from < (isAllowing ? TELLS_MS : isResting ? SETTLES_MS : DECLINES_MS)) continue;
    // without a word from the agent: its state tells
    if (isAllowing) return isResting ? STOPPED : null;
    return isResting ? null : "it was allowed, and goes on";
  }
}

function answeredBefore({ guardedPane, answering }: AnswerWork, how: string): Fault {
  const words = `${guardedPane.runtime.agent_type} was answered at its terminal at the same time: ${how}`;
  return new Fault("E_STALE_SNAPSHOT", words, { guard: "question", question_id: answering.question.question_id });
}

function wordsOf(decision: Decision): string[] {
  switch (decision.type) {
    case "answers":
      return decision.answers.flat();
    case "allow":
      return ["yes"];
    case "always":
      return ["always"];
    case "deny":
      return [decision.message ?? "no"];
  }
}

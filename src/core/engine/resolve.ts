import type { Health } from "../protocol/base/state.ts";
import { type Attention, attentionLabel, isGuess } from "../protocol/events/attention.ts";
import type { Source } from "../protocol/events/event.ts";
import type { Resolution } from "../protocol/events/explain.ts";
import { type Admitted, admit } from "./admit.ts";
import { demoted, isSeen, putOff } from "./closing.ts";
import { contentId } from "./content-id.ts";
import { type Ending, isFailure } from "./ending.ts";
import { ENGINE_DEFAULTS, type EngineConfig } from "./engine-config.ts";
import { withErrorWords } from "./error-words.ts";
import { EvidenceLedger } from "./evidence-ledger.ts";
import { type Call, type Finding, unknown } from "./finding.ts";
import { inSequence } from "./in-sequence.ts";
import { limitOf, withoutLimitCall } from "./limit.ts";
import type { EndMark } from "./marks.ts";
import { nothingNewSince } from "./nothing-new.ts";
import type { RuntimeFold } from "./runtime-fold.ts";
import { suspended } from "./suspension.ts";
import { uncalledSince } from "./turn-end.ts";
import { weigh } from "./weigh.ts";

/** The state of a runtime at `now`, and why. Pure: the same fold at the same time gives the same result. */
export function resolve(
  stored: RuntimeFold,
  now: number,
  health: Health = "ok",
  config: EngineConfig = ENGINE_DEFAULTS,
  /** Part of the ids of calls, so that two agents with the same turn id differ. */
  runtimeId = "",
): Resolution {
  const fold = inSequence(stored);
  const ledger = new EvidenceLedger(now);
  const admitted = admit(fold, config, ledger);
  const weighed = withErrorWords(weigh(fold, admitted, config, ledger), admitted.looks);
  const limited = limitOf(weighed, admitted);
  const alive = withoutLimitCall(weighed, limited);
  const found =
    health === "down"
      ? unreachable(alive)
      : fold.ended !== null
        ? afterEnd(fold.ended, fold.exit, alive)
        : suspended(alive, admitted, config, ledger);
  const open = openAttention(found, fold, runtimeId);
  const finding = demoted(found, open, fold, ledger);
  if (finding.decider !== null) ledger.rule(finding.decider, "decides", finding.because);
  else if (alive.decider !== null) ledger.rule(alive.decider, "lost", finding.because);
  if (fold.exit !== null && fold.ended !== null) ledger.rule(fold.exit, "agrees", "tells how the process ended");

  const { attention, snoozed_until } = putOff(open, fold, ledger);
  return {
    state: finding.state,
    reason_code: finding.reason,
    confidence: finding.confidence,
    since: finding.since === null ? null : Math.floor(finding.since),
    message: finding.message,
    activity: finding.state === "running" ? finding.activity : null,
    decided_by: finding.decider?.id ?? null,
    source: finding.decider?.source ?? null,
    because: finding.because,
    attention,
    snoozed_until,
    limited: finding.state === weighed.state ? limited : null,
    nothing_new_since: nothingNewSince(finding, admitted, config, ledger),
    nudge_seq: nudgeSeq(fold, admitted, finding.call, uncalledSince(admitted, config, ledger)),
    evidence: ledger.transcript(),
    revisit_at: ledger.nextVisit(),
  };
}

/** Nothing is known about an unreachable machine; open calls stay open. */
function unreachable(alive: Finding): Finding {
  return unknown("target_unreachable", "its machine does not answer", alive.call);
}

/** The process source says that the process ended. If it does not know how, the wrapper may. */
function afterEnd(end: EndMark, exit: EndMark | null, alive: Finding): Finding {
  const ending: Ending = end.exitCode === null && end.signal === null && exit !== null ? exit : end;
  const failed = isFailure(ending);
  const { exitCode, signal } = ending;
  const how = signal !== null ? `by ${signal}` : exitCode !== null ? `with code ${exitCode}` : "";
  const message = `the process ended ${how}`.trim();
  const lasting =
    alive.call !== null && alive.call.kind !== "input" && alive.call.kind !== "approval" ? alive.call : null;
  return {
    state: failed ? "error" : "idle",
    reason: "runtime_ended",
    confidence: "high",
    since: end.at,
    decider: end,
    message: failed ? message : alive.message,
    activity: null,
    because: message,
    call: failed ? { id: end.id, kind: "error", message, source: "hook", at: end.at } : lasting,
  };
}

function openAttention({ call }: Finding, fold: RuntimeFold, runtimeId: string): Attention | null {
  if (call === null) return null;
  // a guess from the screen may be answered without any event
  const staysUntilAnswered = (call.kind === "input" || call.kind === "approval") && !isGuess(call);
  const raised_at = Math.floor(call.at);
  if (!staysUntilAnswered && isSeen(fold, raised_at)) return null;
  return {
    attention_id: typeof call.id === "string" ? call.id : contentId(runtimeId, call.id.turn, call.kind),
    kind: call.kind,
    label: attentionLabel(call.kind),
    message: call.message,
    source: call.source,
    raised_at,
  };
}

/**
 * The time of the latest call for a person: a maximum, so it needs no counting and no order. An echo or an end newer
 * than the current call repeats it, and must not notify twice.
 */
function nudgeSeq(fold: RuntimeFold, admitted: Admitted, call: Call | null, uncalledSince: number | null): number {
  const own = call !== null && !isGuess(call) ? call.at : 0;
  const isCall = (at: number) => call === null || at <= call.at;
  const asked = Object.entries(fold.raised).flatMap(([source, raised]) => {
    if (!admitted.isAdmitted(source as Source)) return [];
    return isCall(raised.echo) ? [raised.sure, raised.echo] : [raised.sure];
  });
  const ended = admitted.ends
    .map(({ at }) => at)
    .filter((at) => isCall(at) && (uncalledSince === null || at < uncalledSince));
  return Math.floor(Math.max(0, own, ...asked, ...ended));
}

import { type Attention, attentionLabel, isGuess } from "../protocol/attention.ts";
import type { Source } from "../protocol/event.ts";
import type { Resolution } from "../protocol/explain.ts";
import type { Health } from "../protocol/state.ts";
import { type Admitted, admit } from "./admit.ts";
import { Court } from "./court.ts";
import { type Ending, isFailure } from "./ending.ts";
import { ENGINE_DEFAULTS, type EngineConfig } from "./engine-config.ts";
import { type Call, type Finding, unknown } from "./finding.ts";
import type { RuntimeFold } from "./fold.ts";
import type { EndMark } from "./marks.ts";
import { weigh } from "./weigh.ts";

/** The state of a runtime at `now`, and why. Pure: the same fold at the same time is the same answer. */
export function resolve(
  fold: RuntimeFold,
  now: number,
  health: Health = "ok",
  config: EngineConfig = ENGINE_DEFAULTS,
): Resolution {
  const court = new Court(now);
  const admitted = admit(fold, court);
  const alive = weigh(fold, admitted, config, court);
  const finding =
    health === "down" ? unreachable(alive) : fold.ended !== null ? afterEnd(fold.ended, fold.exit, alive) : alive;
  if (finding.decider !== null) court.rule(finding.decider, "decides", finding.because);
  else if (alive.decider !== null) court.rule(alive.decider, "lost", finding.because);
  if (fold.exit !== null && fold.ended !== null) court.rule(fold.exit, "agrees", "tells how the process ended");

  const attention = attentionOf(finding, fold.seenThrough);
  return {
    state: finding.state,
    reason_code: finding.reason,
    confidence: finding.confidence,
    since: finding.since,
    message: finding.message,
    activity: finding.state === "running" ? finding.activity : null,
    decided_by: finding.decider?.id ?? null,
    source: finding.decider?.source ?? null,
    because: finding.because,
    attention,
    nudge_seq: nudgeSeq(fold, admitted, finding.call),
    evidence: court.transcript(),
    revisit_at: court.nextVisit(),
  };
}

/** Nothing is known about a machine that does not answer; what it asked for before stays asked. */
function unreachable(alive: Finding): Finding {
  return unknown("target_unreachable", "its machine does not answer", alive.call);
}

/** That it ended is the process source's word; how, where that does not know it, the wrapper's. */
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

function attentionOf({ call }: Finding, seenThrough: number): Attention | null {
  if (call === null) return null;
  // what was only read off a screen may never be answered in a way that anybody hears of
  const staysUntilAnswered = (call.kind === "input" || call.kind === "approval") && !isGuess(call);
  if (!staysUntilAnswered && call.at <= seenThrough) return null;
  return {
    attention_id: call.id,
    kind: call.kind,
    label: attentionLabel(call.kind),
    message: call.message,
    source: call.source,
    raised_at: call.at,
  };
}

/**
 * The time of the latest call for a person: a maximum, so it needs no counting and no order.
 * An echo newer than the standing call is that call heard again, and must not ring twice.
 */
function nudgeSeq(fold: RuntimeFold, admitted: Admitted, call: Call | null): number {
  const own = call !== null && !isGuess(call) ? call.at : 0;
  const calls = Object.entries(fold.raised).flatMap(([source, raised]) => {
    if (!admitted.heeds(source as Source)) return [];
    return call === null || raised.echo <= call.at ? [raised.sure, raised.echo] : [raised.sure];
  });
  return Math.floor(Math.max(0, own, ...calls));
}

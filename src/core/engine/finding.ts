import type { Attention, AttentionKind } from "../protocol/attention.ts";
import type { Source } from "../protocol/event.ts";
import { type Activity, type Confidence, phaseOf, type ReasonCode, type State } from "../protocol/state.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, isClassifier } from "./engine-config.ts";
import { seconds } from "./levels.ts";
import type { EdgeMark, EndMark, LookMark, Mark, SaidMark } from "./marks.ts";

/** What was found to hold, before health and attention are applied. */
export interface Finding {
  state: State;
  reason: ReasonCode | null;
  confidence: Confidence;
  since: number | null;
  decider: EdgeMark | LookMark | SaidMark | EndMark | null;
  message: string;
  activity: Activity | null;
  because: string;
  call: Call | null;
}

/** What would call a person, if nobody has seen it yet. */
export interface Call {
  id: string;
  kind: AttentionKind;
  message: string;
  source: Attention["source"];
  at: number;
}

export function unknown(reason: ReasonCode, because: string, call: Call | null = null): Finding {
  return {
    state: "unknown",
    reason,
    confidence: "low",
    since: null,
    decider: null,
    message: "",
    activity: null,
    because,
    call,
  };
}

/** A declaration decides: at once where it stands alone, as the detail where the agent rests. */
export function declared(mark: SaidMark, atRest: boolean, config: EngineConfig, court: Court): Finding {
  const call = callOfDeclaration(mark);
  const phase = phaseOf(mark.said.state);
  const ttl = atRest || phase === "rest" ? null : phase === "busy" ? config.busyTtlMs : config.askTtlMs;
  const stale = ttl === null ? null : expiry(mark, ttl, call, court);
  if (stale !== null) return stale;
  const finding: Finding = {
    state: mark.said.state,
    reason: null,
    confidence: "high",
    since: mark.at,
    decider: mark,
    message: mark.message,
    activity: mark.said.activity ?? null,
    because: `the agent said so itself (${mark.source})`,
    call,
  };
  return demoteCompleted(finding, mark.at, config, court);
}

/** Unknown once a mark has outlived its time, else null. */
export function expiry(mark: Mark, ttlMs: number, call: Call | null, court: Court): Finding | null {
  const age = court.now - mark.at;
  if (age >= ttlMs) {
    court.rule(mark, "lost", `${seconds(age)} old, believed for ${seconds(ttlMs)}`);
    return unknown("stale_signal", `the last word, ${mark.type} by ${mark.source}, is ${seconds(age)} old`, call);
  }
  court.revisit(mark.at + ttlMs);
  return null;
}

/** `completed` is news for a while; then the agent is simply idle. */
export function demoteCompleted(finding: Finding, at: number, config: EngineConfig, court: Court): Finding {
  if (finding.state !== "completed") return finding;
  const demotesAt = at + config.completedToIdleMs;
  if (court.now < demotesAt) {
    court.revisit(demotesAt);
    return finding;
  }
  return {
    ...finding,
    state: "idle",
    since: demotesAt,
    because: `${finding.because}; completed ${seconds(court.now - at)} ago`,
  };
}

export function callerOf(source: Source): Attention["source"] {
  if (isClassifier(source)) return source === "llm" ? "llm" : "rules";
  return "hook";
}

function callOfDeclaration(mark: SaidMark): Call | null {
  if (mark.said.attention === null) return null;
  return { id: mark.id, kind: mark.said.attention, message: mark.message, source: "agent", at: mark.at };
}

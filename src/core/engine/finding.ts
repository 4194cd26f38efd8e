import type { Activity, Confidence, ReasonCode, State } from "../protocol/base/state.ts";
import type { Attention, AttentionKind } from "../protocol/events/attention.ts";
import type { Source } from "../protocol/events/event.ts";
import { askState, wordsShown } from "./asks.ts";
import { type EngineConfig, isClassifier, LONGEST_SETTLE_MS } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { seconds } from "./levels.ts";
import type { EdgeMark, EndMark, LookMark, Mark, SaidMark } from "./marks.ts";

/** The result of weighing the evidence, before health and attention are applied. */
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
  /** Of `completed`: when it has shown for long enough to become `idle`. */
  demotesAt?: number;
}

/** Raises attention, unless it was already seen. */
export interface Call {
  /** An id of its own, or the turn that ended: if several sources report one end, it is one call. */
  id: string | { turn: string };
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

/** Turns a declaration that decides into a finding. */
export function declared(mark: SaidMark, config: EngineConfig, ledger: EvidenceLedger): Finding {
  const call = mayYetBeRead(mark, ledger) ? null : callOfDeclaration(mark);
  // an ask or an end stays valid until the next declaration; `working` expires without new evidence
  const stale = mark.said.state === "running" ? expiry(mark, config.busyTtlMs, call, ledger) : null;
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
  return demoteCompleted(finding, mark.at, config);
}

/** Unknown once a mark has expired, else null. */
export function expiry(mark: Mark, ttlMs: number, call: Call | null, ledger: EvidenceLedger): Finding | null {
  const age = ledger.now - mark.at;
  if (age >= ttlMs) {
    ledger.rule(mark, "lost", `${seconds(age)} old, believed for ${seconds(ttlMs)}`);
    return unknown("stale_signal", `the last word, ${mark.type} by ${mark.source}, is ${seconds(age)} old`, call);
  }
  ledger.revisit(mark.at + ttlMs);
  return null;
}

/** `completed` shows for a while; then, once its attention is closed, the agent is idle. */
export function demoteCompleted(finding: Finding, at: number, config: EngineConfig): Finding {
  return finding.state === "completed" ? { ...finding, demotesAt: at + config.completedToIdleMs } : finding;
}

export function callerOf(source: Source): Attention["source"] {
  if (isClassifier(source)) return source === "llm" ? "llm" : "rules";
  return "hook";
}

/** An ask without a message gets that of a level that shows it. */
export function callOfAsk(mark: EdgeMark, looks: readonly LookMark[]): Call {
  const state = askState(mark);
  const message = mark.message || wordsShown(state, mark.at, looks);
  const kind = state === "waiting_input" ? "input" : "approval";
  return { id: mark.id, kind, message, source: callerOf(mark.source), at: mark.at };
}

/** Whether the agent's own file may still tell the same with an earlier time: so far an event has only repeated it. */
function mayYetBeRead({ source, said, at }: SaidMark, ledger: EvidenceLedger): boolean {
  if (source !== "marker" || said.medium !== "repainted") return false;
  ledger.revisit(at + LONGEST_SETTLE_MS);
  return ledger.now < at + LONGEST_SETTLE_MS;
}

function callOfDeclaration(mark: SaidMark): Call | null {
  if (mark.said.attention === null) return null;
  return { id: mark.id, kind: mark.said.attention, message: mark.message, source: "agent", at: mark.at };
}

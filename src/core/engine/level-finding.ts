import type { State } from "../protocol/base/state.ts";
import { attentionOf } from "../protocol/events/attention.ts";
import type { Admitted } from "./admit.ts";
import { answeredAsk, shownAsk, wordsShown } from "./asks.ts";
import { callsAfterMs, type EngineConfig, isClassifier } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { type Call, callerOf, callOfAsk, demoteCompleted, type Finding } from "./finding.ts";
import { isCalledFor } from "./fold.ts";
import { newestOf } from "./lead.ts";
import { turnedAt } from "./looks.ts";
import { compareEdges, type EdgeMark, type LookMark } from "./marks.ts";
import { turnOf } from "./outcome.ts";
import { lastWork } from "./turn-end.ts";

/**
 * Turns a level reading into a finding. If it shows an ask from an event, that event decides: the level adds and
 * removes nothing.
 */
export function fromLook(look: LookMark, admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): Finding {
  const { phase } = look.level;
  const state = look.level.state ?? (phase === "busy" ? "running" : "idle");
  const ask = phase === "ask" && !isClassifier(look.source) ? shownAsk(look, admitted.asks, admitted.looks) : null;
  const call = ask === null ? callOfLook(look, state, admitted, ledger) : callOfAsk(ask, admitted.looks);
  if (ask !== null) ledger.rule(look, "agrees", `shows what ${ask.type} asks`);
  const finding: Finding = {
    state,
    reason: null,
    confidence: ask === null ? confidenceOf(look) : "high",
    since: ask?.at ?? look.changedAt,
    decider: ask ?? look,
    message: (phase === "ask" && call?.message) || look.message,
    activity: look.level.activity ?? null,
    because: ask === null ? `${look.source} shows it` : `${ask.type} is unanswered, and ${look.source} shows it`,
    call,
  };
  return demoteCompleted(finding, look.changedAt, config);
}

function callOfLook(look: LookMark, state: State, admitted: Admitted, ledger: EvidenceLedger): Call | null {
  const isAsk = look.level.phase === "ask" && !isClassifier(look.source);
  const answered = isAsk ? answeredAsk(look, admitted) : null;
  if (answered !== null) return callOfAsk(answered, admitted.looks);
  const kind = attentionOf(state);
  if (mayYetBeTold(look, ledger)) return null;
  if (kind === null || (kind === "done" && hasDeclared(admitted))) return null;
  // identified by when the level changed, not by when it was read again
  const isEnd = (kind === "done" || kind === "error") && !isClassifier(look.source);
  const told = isEnd ? toldBesides(admitted) : null;
  if (isEnd && (isOfEarlierTurn(look, admitted) || (told === null && !isSteady(look, ledger)))) return null;
  const id = isEnd ? turnOf(look, admitted) : `${look.source}:${look.changedAt}`;
  const isMute = look.level.phase === "ask" && look.message === "";
  const message = isMute ? wordsShown(state, look.changedAt, admitted.looks) : look.message;
  const at = Math.min(look.changedAt, told?.at ?? look.changedAt);
  return { id, kind, message, source: callerOf(look.source), at };
}

/** Whether the agent has declared something in this turn. Without events, a turn begins with work that a level saw. */
function hasDeclared({ said, begin, looks }: Admitted): boolean {
  const work = begin === null ? looks.filter(({ level }) => level.phase === "busy") : [];
  const workedAt = Math.max(...work.map(turnedAt));
  return said.some((mark) => mark.said.state !== "running" && mark.at >= workedAt);
}

/**
 * Whether the level shows the end of an earlier turn. Either it has shown the same since before this turn began, because
 * a program paints late on a busy machine. Or nothing has seen the program work since it started: it shows the end of a
 * conversation that it goes on with.
 */
function isOfEarlierTurn({ changedAt }: LookMark, { begin, edges, wasSeenAtWork }: Admitted): boolean {
  if (begin !== null) return changedAt <= begin.at;
  return !edges.some(({ edge }) => edge.phase === "busy") && !wasSeenAtWork;
}

/** The edge that reports the same end: one end is one call, dated by the first that reported it. */
function toldBesides(admitted: Admitted): EdgeMark | null {
  const [work, rest] = [lastWork(admitted), newestOf(admitted.edges, "rest")];
  const isEnd = rest !== null && (work === null || compareEdges(rest, work) > 0);
  return isEnd && isCalledFor(rest.edge.state) ? rest : null;
}

/** A screen is painted bit by bit, and how a turn ended may come last: it has to show the same for as long as it may lag. */
function isSteady({ source, at, changedAt }: LookMark, ledger: EvidenceLedger): boolean {
  const steadyAt = changedAt + callsAfterMs(source, "rest");
  if (at >= steadyAt) return true;
  ledger.revisit(steadyAt);
  return false;
}

/** A level may be ahead of the event that asks: calling for both would ring twice for one dialog. */
function mayYetBeTold({ source, level, changedAt }: LookMark, ledger: EvidenceLedger): boolean {
  if (level.phase !== "ask" || isClassifier(source)) return false;
  const callsAt = changedAt + callsAfterMs(source, "ask");
  ledger.revisit(callsAt);
  return ledger.now < callsAt;
}

function confidenceOf(look: LookMark): Finding["confidence"] {
  if (look.source === "session_file" || look.source === "osc") return "high";
  return look.source === "title" || look.source === "transcript" ? "medium" : "low";
}

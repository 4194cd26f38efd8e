import type { EventEnvelope, Source } from "../protocol/event.ts";
import { isClassifier } from "./engine-config.ts";
import {
  compareByTime,
  compareWithinSource,
  type EdgeMark,
  type EndMark,
  isChild,
  type LookMark,
  type Mark,
  markOf,
  newest,
  type SaidMark,
} from "./marks.ts";

/**
 * What is kept of a runtime's events: maxima, minima and unions only, so that any order, repetition or
 * partition of the same events gives the same fold. Counters and "last written" have no place here.
 */
export interface RuntimeFold {
  /** Earliest edge or declaration. */
  firstAt: number | null;
  /** Latest turn begin of the sources that have no numbers: what is older is dropped. */
  cutAt: number | null;
  /** Newest turn begin per source. */
  begins: Record<string, EdgeMark>;
  /** When each turn began; the newest ones. */
  turns: TurnBegin[];
  /** Newest edge per source, run, turn and class (see edgeKey). */
  edges: Record<string, EdgeMark>;
  /** Tool calls that moved on; the newest ones. */
  touched: Mark[];
  /** Newest look per source and phase, and the newest that names an outcome. */
  looks: Record<string, LookMark>;
  /** Declarations of this turn; the newest ones, by time. */
  said: SaidMark[];
  /** Newest declaration per numbered source. */
  saidNumbered: Record<string, SaidMark>;
  provisional: EdgeMark | SaidMark | null;
  typed: Mark | null;
  seenThrough: number;
  ended: EndMark | null;
  /** How it ended, by whoever waited for the process. */
  exit: EndMark | null;
  /** The newest event that nobody here understands. */
  unsupported: Mark | null;
  /** Which sources sent numbered, unnumbered events. One that did both is void. */
  numbering: Record<string, { numbered: boolean; unnumbered: boolean }>;
  /** Per source, when it last called for a person: `sure` is a new call, `echo` may be the same one heard again. */
  raised: Record<string, { sure: number; echo: number }>;
}

export interface TurnBegin {
  turn: string;
  at: number;
}

/** Raised whenever the same events give another fold than before: stored folds of other versions are made anew from the log. */
export const FOLD_VERSION = 1;

/** Beyond these many, the oldest are forgotten: "the N newest" is order-free too. */
const KEPT_TURNS = 32;
const KEPT_SAID = 8;
export const KEPT_TOUCHED = 256;

export const EMPTY_FOLD: RuntimeFold = {
  firstAt: null,
  cutAt: null,
  begins: {},
  turns: [],
  edges: {},
  touched: [],
  looks: {},
  said: [],
  saidNumbered: {},
  provisional: null,
  typed: null,
  seenThrough: 0,
  ended: null,
  exit: null,
  unsupported: null,
  numbering: {},
  raised: {},
};

export function fold(before: RuntimeFold, event: EventEnvelope): RuntimeFold {
  const { evidence } = event;
  const mark = markOf(event);
  if (evidence.kind === "note") {
    return evidence.reason === "unsupported_signal"
      ? { ...before, unsupported: later(before.unsupported, mark) }
      : before;
  }
  const after: RuntimeFold = { ...before, numbering: noteNumbering(before.numbering, mark) };
  switch (evidence.kind) {
    case "edge":
      foldEdge(after, { ...mark, edge: evidence });
      break;
    case "level":
      foldLook(after, { ...mark, level: evidence, changedAt: Math.min(evidence.changed_at ?? mark.at, mark.at) });
      break;
    case "declaration":
      foldSaid(after, { ...mark, said: evidence });
      break;
    case "typed":
      after.typed = later(after.typed, mark);
      break;
    case "seen":
      after.seenThrough = Math.max(after.seenThrough, evidence.through);
      break;
    case "ended": {
      const end = { ...mark, exitCode: evidence.exit_code, signal: evidence.signal };
      // only the process source knows that a process is gone; a wrapper knows how
      if (mark.source === "process") after.ended = later(after.ended, end);
      if (mark.source === "wrapper") after.exit = later(after.exit, end);
      break;
    }
    default:
      evidence satisfies never;
  }
  return after;
}

/** What a level showed last, whatever it was. */
export function lastLook({ looks }: RuntimeFold, source: Source): LookMark | null {
  const own = Object.values(looks).filter((look) => look.source === source);
  return newest(own, compareWithinSource);
}

/** When anything but a look was last heard of this turn. */
export function lastHeard({ edges, said }: RuntimeFold): number {
  return Math.max(0, ...[...Object.values(edges), ...said].map(({ at }) => at));
}

function foldEdge(after: RuntimeFold, mark: EdgeMark): void {
  after.firstAt = Math.min(after.firstAt ?? mark.at, mark.at);
  if (mark.edge.provisional_until !== undefined) {
    after.provisional = later(after.provisional, mark);
    return;
  }
  const begins = mark.edge.begin === true && !isChild(mark);
  if (begins) foldBegin(after, mark);
  noteEdgeRaised(after, mark);
  if (isCut(after, mark)) return;
  if (mark.subject !== undefined && mark.edge.phase === "busy") {
    after.touched = keepNewest(after.touched, mark, KEPT_TOUCHED);
  }
  putRegister(after, "edges", edgeKey(mark), mark);
}

function foldBegin(after: RuntimeFold, mark: EdgeMark): void {
  putRegister(after, "begins", mark.source, mark);
  if (mark.turn !== undefined) after.turns = keepTurn(after.turns, { turn: mark.turn, at: mark.at });
  // a maximum by number does not commute with a cut by time: only unnumbered begins cut
  if (mark.number || (after.cutAt !== null && mark.at <= after.cutAt)) return;
  after.cutAt = mark.at;
  after.said = after.said.filter((said) => !isCut(after, said));
  after.touched = after.touched.filter((touched) => !isCut(after, touched));
  after.edges = Object.fromEntries(Object.entries(after.edges).filter(([, edge]) => !isCut(after, edge)));
}

function foldLook(after: RuntimeFold, mark: LookMark): void {
  const { phase, state } = mark.level;
  const calls = phase === "ask" || (phase === "rest" && (state === "completed" || state === "error"));
  if (calls && !isClassifier(mark.source)) raise(after, mark.source, "echo", mark.changedAt);
  putRegister(after, "looks", `${mark.source}|${phase}`, mark);
  // some levels forget how the turn ended once a draft is typed: kept apart from the bare rest that follows it
  if (phase === "rest" && state !== undefined) putRegister(after, "looks", `${mark.source}|outcome`, mark);
}

function foldSaid(after: RuntimeFold, mark: SaidMark): void {
  after.firstAt = Math.min(after.firstAt ?? mark.at, mark.at);
  if (mark.said.provisional_until !== undefined) {
    after.provisional = later(after.provisional, mark);
    return;
  }
  if (mark.said.attention !== null)
    raise(after, mark.source, mark.said.medium === "appended" ? "sure" : "echo", mark.at);
  if (mark.number) putRegister(after, "saidNumbered", mark.source, mark);
  else if (!isCut(after, mark)) after.said = keepNewest(after.said, mark, KEPT_SAID);
}

function noteEdgeRaised(after: RuntimeFold, mark: EdgeMark): void {
  const { phase, state } = mark.edge;
  if (phase === "ask") raise(after, mark.source, "sure", mark.at);
  if (phase === "rest" && !isChild(mark) && (state === "completed" || state === "error")) {
    // the end of a turn that has declared something is no second call
    raise(after, mark.source, "echo", mark.at);
  }
}

function raise(after: RuntimeFold, source: Source, how: "sure" | "echo", at: number): void {
  const known = after.raised[source] ?? { sure: 0, echo: 0 };
  if (at <= known[how]) return;
  after.raised = { ...after.raised, [source]: { ...known, [how]: at } };
}

/** An ask is kept per tool call; an ordinary busy apart from a tool's, because only the former answers every ask. */
function edgeKey(mark: EdgeMark): string {
  const { phase, weak } = mark.edge;
  const what =
    phase === "ask"
      ? `ask:${mark.subject ?? ""}`
      : phase === "rest"
        ? weak
          ? "weak"
          : "rest"
        : mark.subject
          ? "tool"
          : "busy";
  return [mark.source, mark.run?.id ?? "", mark.turn ?? "", what].join("|");
}

function isCut(state: RuntimeFold, mark: Mark): boolean {
  return !mark.number && state.cutAt !== null && mark.at < state.cutAt;
}

function putRegister<K extends "begins" | "edges" | "looks" | "saidNumbered">(
  after: RuntimeFold,
  name: K,
  key: string,
  mark: RuntimeFold[K][string],
): void {
  const registers = after[name] as Record<string, Mark>;
  const held = registers[key];
  if (held !== undefined && compareWithinSource(mark, held) <= 0) return;
  (after[name] as Record<string, Mark>) = { ...registers, [key]: mark };
}

function later<M extends Mark>(held: M | null, mark: M): M {
  return held === null || compareByTime(mark, held) > 0 ? mark : held;
}

/** Sorted by time; of two stamps of one event the later stays. */
function keepNewest<M extends Mark>(marks: readonly M[], mark: M, limit: number): M[] {
  const same = marks.findIndex((held) => held.id === mark.id);
  if (same >= 0 && (marks[same] as M).at >= mark.at) return marks as M[];
  const kept = marks.slice();
  if (same >= 0) kept.splice(same, 1);
  let place = kept.length;
  while (place > 0 && compareByTime(kept[place - 1] as M, mark) > 0) place -= 1;
  kept.splice(place, 0, mark);
  return kept.length > limit ? kept.slice(kept.length - limit) : kept;
}

function keepTurn(turns: readonly TurnBegin[], begin: TurnBegin): TurnBegin[] {
  const same = turns.find((held) => held.turn === begin.turn);
  if (same && same.at >= begin.at) return turns as TurnBegin[];
  return [...turns.filter((held) => held.turn !== begin.turn), begin]
    .sort((a, b) => a.at - b.at || (a.turn < b.turn ? -1 : 1))
    .slice(-KEPT_TURNS);
}

function noteNumbering(numbering: RuntimeFold["numbering"], mark: Mark): RuntimeFold["numbering"] {
  const known = numbering[mark.source] ?? { numbered: false, unnumbered: false };
  const kind = mark.number ? "numbered" : "unnumbered";
  return known[kind] ? numbering : { ...numbering, [mark.source]: { ...known, [kind]: true } };
}

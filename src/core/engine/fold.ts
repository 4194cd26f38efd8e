import type { State } from "../protocol/base/state.ts";
import type { EventEnvelope, Seen, Source } from "../protocol/events/event.ts";
import { callsAfterMs, isClassifier, isSupplementary, momentMs } from "./engine-config.ts";
import { type EdgeMark, isChild, type LookMark, type Mark, markOf, type SaidMark } from "./marks.ts";
import { isOpening } from "./openings.ts";
import { keepEnd, keepNewest, keepTurn, later, putRegister } from "./registers.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** Beyond these many, the oldest are dropped: "the N newest" is order-free too. */
const KEPT_SAID = 8;
export const KEPT_SIGHTS = 16;
export const KEPT_TOUCHED = 256;

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
      foldSeen(after, mark, evidence);
      break;
    case "snoozed":
      after.snoozed = later(after.snoozed, { ...mark, attentionId: evidence.attention_id, until: evidence.until });
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

function foldSeen(after: RuntimeFold, mark: Mark, { through, attention_id, undone = false }: Seen): void {
  if (!undone) after.seenThrough = Math.max(after.seenThrough, through);
  const sight = { ...mark, through, attentionId: attention_id ?? null, isUndone: undone };
  after.sights = keepNewest(after.sights, sight, KEPT_SIGHTS);
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
  const { turn, at, session } = mark;
  if (turn !== undefined) after.turns = keepTurn(after.turns, { turn, at, ...(session !== undefined && { session }) });
  // a maximum by number does not commute with a cut by time: only unnumbered begins cut
  if (mark.number || (after.cutAt !== null && mark.at <= after.cutAt)) return;
  after.cutAt = mark.at;
  after.said = after.said.filter((said) => !isCut(after, said));
  after.touched = after.touched.filter((touched) => !isCut(after, touched));
  after.edges = Object.fromEntries(Object.entries(after.edges).filter(([, edge]) => !isCut(after, edge)));
}

function foldLook(after: RuntimeFold, mark: LookMark): void {
  const { phase, state } = mark.level;
  if (isSupplementary(mark.source)) {
    putRegister(after, "looks", mark.source, mark);
    return;
  }
  foldWorked(after, mark);
  if (mark.level.withdrawn) {
    putRegister(after, "looks", `${mark.source}|withdrawn`, mark);
    return;
  }
  if (!isClassifier(mark.source)) {
    const callsAt = mark.changedAt + callsAfterMs(mark.source, phase);
    if (phase === "ask" && state !== undefined && mark.at >= callsAt) raise(after, mark.source, "echo", mark.changedAt);
    if (phase === "rest" && isCalledFor(state) && mark.at >= callsAt)
      after.ends = keepEnd(after.ends, mark.source, mark.changedAt);
  }
  // a reading that only says that something is open is kept apart: it must not replace the one before it
  putRegister(after, "looks", `${mark.source}|${isOpening(mark) ? "open" : phase}`, mark);
  // some levels lose the outcome once a draft is typed: it is kept apart from the bare rest that follows
  if (phase === "rest" && state !== undefined) putRegister(after, "looks", `${mark.source}|outcome`, mark);
}

/** Work of more than a moment: it was seen for longer, or what ends it tells so. */
function foldWorked(after: RuntimeFold, mark: LookMark): void {
  const { source, at, changedAt, level } = mark;
  if (isClassifier(source)) return;
  if (level.worked_since !== undefined) {
    const work = { kind: "level", phase: "busy" } as const;
    putRegister(after, "worked", source, { ...mark, level: work, changedAt: Math.min(level.worked_since, at) });
  } else if (level.phase === "busy" && !level.withdrawn && at - changedAt >= momentMs(source))
    putRegister(after, "worked", source, mark);
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
  if (phase === "rest" && !isChild(mark) && isCalledFor(state)) after.ends = keepEnd(after.ends, mark.source, mark.at);
}

/** Whether a turn that ended in this state calls a person. */
export function isCalledFor(state: State | undefined): boolean {
  return state === "completed" || state === "error";
}

function raise(after: RuntimeFold, source: Source, how: "sure" | "echo", at: number): void {
  const known = after.raised[source] ?? { sure: 0, echo: 0 };
  if (at <= known[how]) return;
  after.raised = { ...after.raised, [source]: { ...known, [how]: at } };
}

/** Asks are kept per tool call. A tool's busy edge is kept apart from an ordinary one, which answers every ask. */
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

function noteNumbering(numbering: RuntimeFold["numbering"], mark: Mark): RuntimeFold["numbering"] {
  const known = numbering[mark.source] ?? { numbered: false, unnumbered: false };
  const kind = mark.number ? "numbered" : "unnumbered";
  return known[kind] ? numbering : { ...numbering, [mark.source]: { ...known, [kind]: true } };
}

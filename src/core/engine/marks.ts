import { precedenceOf } from "../protocol/base/state.ts";
import {
  type Declaration,
  type Edge,
  type EventEnvelope,
  type Level,
  type Run,
  type Source,
  stampOf,
} from "../protocol/events/event.ts";

/** The part of an event that the fold keeps: enough to weigh it and to explain it. */
export interface Mark {
  id: string;
  /** τ: the event's time on our clock, in milliseconds. */
  at: number;
  source: Source;
  type: string;
  message: string;
  turn?: string;
  /** Of an edge: the agent's own name for the conversation. */
  session?: string;
  run?: Run;
  subject?: string;
  /** [incarnation, sequence] of a numbered source. */
  number?: [number, number];
}

export interface EdgeMark extends Mark {
  edge: Edge;
}

export interface LookMark extends Mark {
  level: Level;
  changedAt: number;
  /** The reading still overrules older evidence, but no longer sets the present state: its source shows this no more. */
  isOver?: true;
}

export interface SaidMark extends Mark {
  said: Declaration;
}

export interface EndMark extends Mark {
  exitCode: number | null;
  signal: string | null;
}

/** A person has seen what was raised up to `through`. */
export interface SeenMark extends Mark {
  through: number;
  attentionId: string | null;
  /** The person has not seen it after all: this takes back the sight of what was raised at `through`. */
  isUndone: boolean;
}

export interface SnoozeMark extends Mark {
  attentionId: string;
  until: number;
}

export function markOf(event: EventEnvelope): Mark {
  const mark: Mark = {
    id: event.event_id,
    at: stampOf(event),
    source: event.source,
    type: event.event_type,
    message: event.message,
  };
  if (event.turn !== undefined) mark.turn = event.turn;
  if (event.evidence.kind === "edge" && event.hints.agent_session !== undefined)
    mark.session = event.hints.agent_session;
  if (event.run !== undefined) mark.run = event.run;
  if (event.subject !== undefined) mark.subject = event.subject;
  if (event.source_seq !== undefined) mark.number = [event.source_incarnation ?? 0, event.source_seq];
  return mark;
}

/**
 * Order within one source: by number if it has numbers, else by time, then id. A mixed source is void, but has an order
 * too.
 */
export function compareWithinSource(a: Mark, b: Mark): number {
  if (a.number && b.number) return a.number[0] - b.number[0] || a.number[1] - b.number[1] || compareByTime(a, b);
  if (a.number || b.number) return a.number ? 1 : -1;
  return compareByTime(a, b);
}

export function compareByTime(a: Mark, b: Mark): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Order of edges across sources. Equal times: a turn begin comes first, then the less urgent state. */
export function compareEdges(a: EdgeMark, b: EdgeMark): number {
  return (
    a.at - b.at ||
    Number(b.edge.begin ?? false) - Number(a.edge.begin ?? false) ||
    precedenceOf(edgeState(b)) - precedenceOf(edgeState(a)) ||
    compareByTime(a, b)
  );
}

function edgeState(mark: EdgeMark) {
  return (
    mark.edge.state ??
    (mark.edge.phase === "busy" ? "running" : mark.edge.phase === "ask" ? "waiting_approval" : "idle")
  );
}

export function newest<M extends Mark>(marks: Iterable<M>, compare: (a: M, b: M) => number): M | null {
  let best: M | null = null;
  for (const mark of marks) if (best === null || compare(mark, best) > 0) best = mark;
  return best;
}

export function isChild(mark: Mark): boolean {
  return mark.run !== undefined && mark.run.parent !== null;
}

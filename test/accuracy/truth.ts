import { type Phase, phaseOf, type State } from "../../src/core/protocol/base/state.ts";
import type { EventEnvelope } from "../../src/core/protocol/events/event.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { lifeOf } from "./run-events.ts";

export interface Span {
  from: number;
  to: number;
  state: State;
}

/** A span of the true state, with the state before it, which is not wrong yet for a while after the change. */
export interface Truth extends Span {
  before: State | null;
}

/** Keys that only edit the input or move a cursor. */
const EDITING = new Set(["C-u", "BTab", "Up", "Down", "Left", "Right"]);
/**
 * Titles and files were polled every 150 to 200 ms and hooks are dated by their own start: times are no more exact than
 * this.
 */
const BLUR_MS = 500;

/**
 * The true states over time. The shots pin them down; between two keys, only work changes by itself, to an end or to a
 * question. The first sign of the change gives its time; where there is none, that time is left out.
 */
export function truthOf(run: RecordedRun, events: readonly EventEnvelope[]): Truth[] {
  const signs = signsIn(events);
  const shots = run.timeline.flatMap(({ t_ms_since_start: at, shot, state }) =>
    shot !== undefined && state !== undefined ? [{ at, state }] : [],
  );
  const spans = stretchesOf(run).flatMap((stretch) => {
    const own = shots.filter(
      ({ at }) => at >= stretch.from && at <= stretch.to && !(at === stretch.from && stretch.key),
    );
    if (stretch.key === null) return atStart(stretch, own);
    return own.length === 0 ? unseen(stretch, signs) : seen(stretch, own, signs);
  });
  const known = spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from);
  return known.flatMap((span, index) => blurred(span, known[index - 1]?.state ?? null));
}

function blurred(span: Span, before: State | null): Truth[] {
  const sharp = Math.min(span.to, span.from + BLUR_MS);
  return [
    { ...span, to: sharp, before },
    { ...span, from: sharp, before: null },
  ];
}

/** The time from one effective key to the next. */
interface Stretch {
  from: number;
  to: number;
  /** The key that began it; null at the start of the program. */
  key: string | null;
  /** Text was typed in it: the key that ends it submits that text and answers no dialog. */
  typed: boolean;
}

interface Shot {
  at: number;
  state: State;
}

interface Sign {
  at: number;
  phase: Phase;
  state: State | undefined;
}

function stretchesOf(run: RecordedRun): Stretch[] {
  const acts = run.timeline.filter(({ keys }) => keys !== undefined && !EDITING.has(keys));
  const last = Math.max(...run.timeline.map(({ t_ms_since_start }) => t_ms_since_start));
  const starts = [
    { from: lifeOf(run).from, key: null },
    ...acts.map(({ t_ms_since_start, keys = "" }) => ({ from: t_ms_since_start, key: keys })),
  ];
  return starts.map(({ from, key }, index) => {
    const to = starts[index + 1]?.from ?? last;
    const typed = run.timeline.some(
      (each) => each.typed && each.t_ms_since_start >= from && each.t_ms_since_start < to,
    );
    return { from, to, key, typed };
  });
}

/**
 * Before the first prompt. A dialog shown at the first shot appeared at an unknown time, so the time before is left
 * out.
 */
function atStart({ from, to }: Stretch, [first]: readonly Shot[]): Span[] {
  if (first === undefined || first.state === "idle") return [{ from, to, state: "idle" }];
  return [{ from: first.at, to, state: first.state }];
}

/** A stretch without shots; a key that answers or interrupts shows that there was something to answer or interrupt. */
function unseen({ from, to, typed }: Stretch, all: readonly Sign[]): Span[] {
  const signs = all.filter(({ at }) => at > from && at <= to);
  const busy = signs.find(({ phase }) => phase === "busy");
  if (busy === undefined) return [];
  const next = signs.find(({ at, phase }) => phase !== "busy" && at > busy.at);
  const working = { from: busy.at, to: next?.at ?? to, state: "running" as const };
  const isAnswered = next?.phase === "ask" && next.state !== undefined && !typed;
  return isAnswered ? [working, { from: next.at, to, state: next.state as State }] : [working];
}

function seen(stretch: Stretch, shots: readonly Shot[], signs: readonly Sign[]): Span[] {
  const spans: Span[] = [];
  let known: Shot | null = null;
  for (const shot of shots) {
    if (known?.state === shot.state) spans.push({ from: known.at, to: shot.at, state: shot.state });
    else spans.push(...turning(stretch, known, shot, signs));
    known = shot;
  }
  return known === null ? [] : [...spans, { from: known.at, to: stretch.to, state: known.state }];
}

/** The change from the last known shot, or from the key, to what a shot shows. */
function turning(stretch: Stretch, known: Shot | null, shot: Shot, all: readonly Sign[]): Span[] {
  const since = known?.at ?? stretch.from;
  const phase = phaseOf(shot.state);
  const signs = all.filter(({ at }) => at > since && at <= shot.at);
  const isInterrupt = known === null && (stretch.key === "Escape" || stretch.key === "C-c");
  const otherwise = isInterrupt ? undefined : signs.findLast((sign) => sign.phase !== phase);
  const sign = signs.find((each) => each.phase === phase && each.at >= (otherwise?.at ?? since));
  const shown = (from: number): Span => ({ from, to: shot.at, state: shot.state });
  if (phase === "busy" || isInterrupt) return [shown(sign?.at ?? since)];
  if (sign === undefined) return [];
  const busyAt = known?.state === "running" ? since : signs.find((each) => each.phase === "busy")?.at;
  const asked = signs.find((each) => each.phase === "ask");
  const worked: Span[] = busyAt === undefined ? [] : [{ from: busyAt, to: asked?.at ?? sign.at, state: "running" }];
  return [...worked, shown(sign.at)];
}

/**
 * Every edge of the root run, and every change of a level. Compaction is left out: not every agent's recording has its
 * end.
 */
function signsIn(events: readonly EventEnvelope[]): Sign[] {
  return events.flatMap(({ event_time: at, evidence, run }) => {
    const compacts = evidence.kind === "edge" && evidence.activity?.kind === "compacting";
    const isEdge = evidence.kind === "edge" && !compacts && (run === undefined || run.parent === null);
    const isTurn = evidence.kind === "level" && evidence.changed_at === at;
    return isEdge || isTurn ? [{ at, phase: evidence.phase, state: evidence.state }] : [];
  });
}

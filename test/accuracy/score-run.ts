import { fold } from "../../src/core/engine/fold.ts";
import { resolve } from "../../src/core/engine/resolve.ts";
import { EMPTY_FOLD, type RuntimeFold } from "../../src/core/engine/runtime-fold.ts";
import type { State } from "../../src/core/protocol/base/state.ts";
import type { EventEnvelope } from "../../src/core/protocol/events/event.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { runEvents, type Screens } from "./run-events.ts";
import { type Span, truthOf } from "./truth.ts";

export interface Tally {
  right: number;
  wrong: number;
  unknown: number;
}

export interface Score {
  /** In milliseconds; `shots` in number of shots. */
  time: Tally;
  shots: Tally;
  /** Descriptions of what was not right. */
  faults: string[];
}

/** Compares the engine's state with the truth over the whole run. */
export function scoreRun(run: RecordedRun, screens?: Screens): Score {
  const events = runEvents(run, screens);
  const score: Score = {
    time: { right: 0, wrong: 0, unknown: 0 },
    shots: { right: 0, wrong: 0, unknown: 0 },
    faults: [],
  };
  const last = Math.max(...run.timeline.map(({ t_ms_since_start }) => t_ms_since_start));
  const states = statesOf(events, last);
  for (const truth of truthOf(run, events)) {
    for (const state of states) {
      const [from, to] = [Math.max(truth.from, state.from), Math.min(truth.to, state.to)];
      if (to <= from) continue;
      const verdict = state.state === truth.before ? "right" : verdictOn(state.state, truth.state);
      score.time[verdict] += to - from;
      if (verdict === "wrong") score.faults.push(`${from}–${to} ${state.state}, not ${truth.state}`);
    }
  }
  for (const { shot, state, t_ms_since_start: at } of run.timeline) {
    if (shot === undefined || state === undefined) continue;
    const seen = states.findLast((span) => span.from <= at)?.state ?? "unknown";
    const verdict = verdictOn(seen, state);
    score.shots[verdict] += 1;
    if (verdict !== "right") score.faults.push(`shot ${shot} at ${at}: ${seen}, not ${state}`);
  }
  return score;
}

function verdictOn(seen: State, truth: State): keyof Tally {
  if (seen === "unknown") return "unknown";
  return seen === truth ? "right" : "wrong";
}

/** The state from each event to the next, split where time alone changes it. */
function statesOf(events: readonly EventEnvelope[], last: number): Span[] {
  const spans: Span[] = [];
  let folded: RuntimeFold = EMPTY_FOLD;
  for (const [index, event] of events.entries()) {
    folded = fold(folded, event);
    const next = events[index + 1]?.event_time ?? last;
    let from = event.event_time;
    while (from < next || (index === events.length - 1 && from === next)) {
      const { state, revisit_at } = resolve(folded, from);
      const to = Math.min(revisit_at ?? next, next);
      const before = spans.at(-1);
      if (before?.state === state) before.to = to;
      else spans.push({ from, to, state });
      if (to <= from) break;
      from = to;
    }
  }
  return [{ from: 0, to: events[0]?.event_time ?? last, state: "unknown" }, ...spans];
}

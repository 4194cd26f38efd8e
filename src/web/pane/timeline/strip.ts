import type { State } from "../../../core/protocol/base/state.ts";
import type { SignalTimeline } from "../../../core/protocol/lists/signals.ts";
import type { PaneEvent } from "../../../core/protocol/lists/watch-event.ts";
import { LOOKS, spaced } from "../../view/state-look.ts";

/** A period in one state; times in ms. */
export interface Span {
  state: State;
  from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** An entry of the list, which is sorted newest first. */
export interface Moment {
  key: string;
  at: number;
  kind: "state" | "signal";
  state: State | null;
  title: string;
  says: string;
}

type SignalItem = SignalTimeline["items"][number];

/** Consecutive states; changes of only the message continue a span. */
export function spansOf(events: readonly PaneEvent[], from: number): Span[] {
  const spans: Span[] = [];
  const begin = (state: State, at: number) => {
    const last = spans.at(-1);
    if (last?.state === state && last.to === null) return;
    if (last !== undefined) last.to ??= at;
    spans.push({ state, from: at, to: null });
  };
  const first = events[0];
  if (first !== undefined && first.previous_state !== null && first.change === "changed")
    begin(first.previous_state, from);
  for (const { state, at } of events) {
    if (state !== null) begin(state, at);
    else {
      const last = spans.at(-1);
      if (last !== undefined) last.to ??= at;
    }
  }
  return spans;
}

/** Share of the strip for the time before the first event. */
const LEAD = 0.08;

/** Start time of the strip: a little before the first known event. */
export function startOf(times: readonly number[], from: number, now: number): number {
  const first = Math.min(now, ...times);
  return Math.max(from, first - (now - first) * LEAD);
}

/** Position of a time between two others, in percent. */
export function placeOf(at: number, from: number, to: number): number {
  return to <= from ? 0 : Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

export function momentsOf(events: readonly PaneEvent[], signals: readonly SignalItem[]): Moment[] {
  const states: Moment[] = events
    .filter(({ state, previous_state, change }) => state !== previous_state || change !== "changed")
    .map(({ cursor, at, state, message, change }) => ({
      key: `state ${cursor}`,
      at,
      kind: "state",
      state,
      title: state === null || change === "removed" ? "gone" : LOOKS[state].label,
      says: message,
    }));
  const told: Moment[] = signals.map(({ cursor, at, signal }) => ({
    key: `signal ${cursor}`,
    at,
    kind: "signal",
    state: null,
    title: `signal ${spaced(signal.type)}`,
    says: signalWords(signal.data),
  }));
  return [...states, ...told].sort((a, b) => b.at - a.at);
}

function signalWords(data: Record<string, unknown>): string {
  const words = [data.question, data.taskTitle, data.stepDescription, data.currentStep, data.taskId];
  return words.find((word) => typeof word === "string" && word !== "")?.toString() ?? "";
}

import type { Source } from "../protocol/events/event.ts";
import { compareByTime, compareWithinSource, type Mark } from "./marks.ts";
import type { EndTold, RuntimeFold, TurnBegin } from "./runtime-fold.ts";

/** Beyond these many, the oldest are dropped: "the N newest" is order-free too. */
const KEPT_TURNS = 32;
const KEPT_ENDS = 16;

export function putRegister<K extends "begins" | "edges" | "looks" | "worked" | "saidNumbered">(
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

export function later<M extends Mark>(held: M | null, mark: M): M {
  return held === null || compareByTime(mark, held) > 0 ? mark : held;
}

/** Sorted by time; of two stamps of one event the later stays. */
export function keepNewest<M extends Mark>(marks: readonly M[], mark: M, limit: number): M[] {
  const same = marks.findIndex((held) => held.id === mark.id);
  if (same >= 0 && (marks[same] as M).at >= mark.at) return marks as M[];
  const kept = marks.slice();
  if (same >= 0) kept.splice(same, 1);
  let place = kept.length;
  while (place > 0 && compareByTime(kept[place - 1] as M, mark) > 0) place -= 1;
  kept.splice(place, 0, mark);
  return kept.length > limit ? kept.slice(kept.length - limit) : kept;
}

export function keepEnd(ends: readonly EndTold[], source: Source, at: number): EndTold[] {
  if (ends.some((held) => held.source === source && held.at === at)) return ends as EndTold[];
  return [...ends, { source, at }].sort((a, b) => a.at - b.at || (a.source < b.source ? -1 : 1)).slice(-KEPT_ENDS);
}

export function keepTurn(turns: readonly TurnBegin[], begin: TurnBegin): TurnBegin[] {
  const same = turns.find((held) => held.turn === begin.turn);
  const isOlder = same && (begin.at - same.at || ((begin.session ?? "") > (same.session ?? "") ? 1 : -1)) < 0;
  if (isOlder) return turns as TurnBegin[];
  return [...turns.filter((held) => held.turn !== begin.turn), begin]
    .sort((a, b) => a.at - b.at || (a.turn < b.turn ? -1 : 1))
    .slice(-KEPT_TURNS);
}

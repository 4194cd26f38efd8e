import type { Phase } from "../protocol/base/state.ts";
import type { Source } from "../protocol/events/event.ts";

/** Times in milliseconds; estimates unless a comment names a measurement. */
export interface EngineConfig {
  completedToIdleMs: number;
  busyTtlMs: number;
  /** An ask that no level has shown for this long has low confidence. */
  askTtlMs: number;
  levelTtlMs: number;
  /** A declaration inside a busy turn shows after this long. */
  declarationDelayMs: number;
  /** A classifier counts this long after the agent's last event. */
  silenceMs: number;
  /** Edges of two sources closer than this have no order. */
  clockErrorMs: number;
}

export const ENGINE_DEFAULTS: EngineConfig = {
  completedToIdleMs: 120_000,
  busyTtlMs: 30 * 60_000,
  askTtlMs: 10 * 60_000,
  levelTtlMs: 15_000,
  declarationDelayMs: 1_000,
  silenceMs: 5 * 60_000,
  clockErrorMs: 10,
};

/** How long after an edge a level must have been seen to contradict it, in milliseconds; from recorded runs. */
export function settleMs(source: Source): number {
  if (source === "session_file" || source === "osc") return 500;
  if (source === "title") return 700;
  return 1_000;
}

/** The longest settle time of any level; it also stands in where an agent has no level. */
export const LONGEST_SETTLE_MS = 1_000;

/** On a busy machine, an agent may take this long to paint what it has already reported. */
export const PAINTS_LATE_MS = 15_000;

/** Whether the source dates its own changes, or is a stream without gaps; all other levels are sampled. */
export function missesNothing(source: Source): boolean {
  return source === "session_file" || source === "osc";
}

/**
 * Work that a level shows for less than this is none: agents show their spinner for a moment while they open a
 * conversation. Measured: 2 to 15 ms in a title.
 */
export function momentMs(source: Source): number {
  if (source === "title") return 50;
  return missesNothing(source) ? settleMs(source) : 0;
}

/**
 * How long a level must show an ask or an end before it calls: a level may be ahead of the event that asks, and a screen is
 * painted bit by bit.
 */
export function callsAfterMs(source: Source, phase: Phase): number {
  if (phase === "ask") return LONGEST_SETTLE_MS;
  return missesNothing(source) ? 0 : settleMs(source);
}

/** Which of several disagreeing levels wins: 0 is best. */
export function levelRank(source: Source): number {
  const rank = LEVEL_RANK.indexOf(source);
  return rank === -1 ? LEVEL_RANK.length : rank;
}

const LEVEL_RANK: readonly Source[] = ["session_file", "osc", "transcript", "title", "screen", "poller"];

/** Whether the source does not show what the agent does, only that its process is stopped or that nothing new has come. */
export function isSupplementary(source: Source): boolean {
  return source === "process" || source === "daemon";
}

/** A classifier fills silence; it never contradicts the agent's own evidence. */
export function isClassifier(source: Source): boolean {
  return source === "llm" || source === "rules";
}

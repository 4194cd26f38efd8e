import type { Source } from "../protocol/event.ts";

/** Times in milliseconds. Judgements unless a comment names a measurement. */
export interface EngineConfig {
  completedToIdleMs: number;
  busyTtlMs: number;
  askTtlMs: number;
  levelTtlMs: number;
  /** A declaration inside a busy turn shows after this long. */
  declarationDelayMs: number;
  /** So long after the agent's last word a classifier may speak of it. */
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

/** How long after an edge a level must have been seen to contradict it; from recorded runs. */
export function settleMs(source: Source): number {
  if (source === "session_file" || source === "osc") return 500;
  if (source === "title") return 700;
  return 1_000;
}

/** Among levels that disagree the better one speaks: 0 is best. */
export function levelRank(source: Source): number {
  const rank = LEVEL_RANK.indexOf(source);
  return rank === -1 ? LEVEL_RANK.length : rank;
}

const LEVEL_RANK: readonly Source[] = ["session_file", "osc", "transcript", "title", "screen", "poller"];

/** A classifier fills silence; it never contradicts what an agent said. */
export function isClassifier(source: Source): boolean {
  return source === "llm" || source === "rules";
}

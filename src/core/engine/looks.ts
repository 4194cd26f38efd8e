import { levelRank, settleMs } from "./engine-config.ts";
import { compareByTime, compareWithinSource, type LookMark } from "./marks.ts";

/** Each source's newest reading. If that is over, the source has none: an older reading does not come back. */
export function currentLooks(looks: readonly LookMark[]): LookMark[] {
  const current = new Map<string, LookMark>();
  for (const look of looks) {
    const held = current.get(look.source);
    if (held === undefined || compareWithinSource(look, held) > 0) current.set(look.source, look);
  }
  return [...current.values()].filter(({ isOver }) => !isOver);
}

/** The reading of the best level, else the newest. */
export function bestOf(looks: readonly LookMark[]): LookMark | null {
  return [...looks].sort((a, b) => levelRank(a.source) - levelRank(b.source) || compareByTime(b, a))[0] ?? null;
}

/** The earliest time at which the change may have happened that this reading shows: levels lag. */
export function turnedAt(look: LookMark): number {
  return look.changedAt - settleMs(look.source);
}

/** A busy level that changed no later than its settle time after `at`, and was still seen busy after that. */
export function goesOn(look: LookMark, at: number): boolean {
  const settledAt = at + settleMs(look.source);
  return look.level.phase === "busy" && look.changedAt <= settledAt && look.at > settledAt;
}

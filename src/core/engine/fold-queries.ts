import type { Source } from "../protocol/events/event.ts";
import { isClassifier, isSupplementary, levelRank, momentMs } from "./engine-config.ts";
import { turnedAt } from "./looks.ts";
import { compareWithinSource, isChild, type LookMark, newest } from "./marks.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** Whether that source ever sent anything but notes. */
export function hasHeard({ numbering }: RuntimeFold, source: Source): boolean {
  return numbering[source] !== undefined;
}

/** The newest reading of a level, in any phase. */
export function lastLook({ looks }: RuntimeFold, source: Source): LookMark | null {
  const own = Object.values(looks).filter((look) => look.source === source);
  return newest(own, compareWithinSource);
}

/** When the last edge or declaration of this turn came. */
export function lastHeard({ edges, said }: RuntimeFold): number {
  return Math.max(0, ...[...Object.values(edges), ...said].map(({ at }) => at));
}

/** When the last event came that says that the agent itself works. */
export function lastWorked({ begins, edges }: RuntimeFold): number {
  const work = Object.values(edges).filter((mark) => mark.edge.phase === "busy" && !isChild(mark));
  return Math.max(0, ...[...Object.values(begins), ...work].map(({ at }) => at));
}

/** Whether the agent ever reported or showed work, or was given a prompt; the mere start of its process does not count. */
export function hasWorked({ begins, edges, looks, worked, said, saidNumbered, typed }: RuntimeFold): boolean {
  return (
    typed !== null ||
    said.length + Object.keys(saidNumbered).length > 0 ||
    wasSeenAtWork(Object.values(looks), Object.values(worked)) ||
    [...Object.values(begins), ...Object.values(edges)].some(
      (mark) => mark.source !== "process" && (mark.edge.phase !== "rest" || mark.edge.begin !== true),
    )
  );
}

/**
 * Whether a level saw the agent work while no better one saw it rest. A dialog is no work: agents open some before they
 * go on with a conversation. A mere moment of work is none either: agents show one at their start. Such a moment after longer
 * work (`worked`) does not make that work undone.
 */
export function wasSeenAtWork(looks: readonly LookMark[], worked: readonly LookMark[]): boolean {
  const own = looks.filter(({ source }) => !isSupplementary(source) && !isClassifier(source));
  const shown = own.filter(({ level }) => !level.withdrawn);
  const ends = own.filter(({ level }) => level.withdrawn || level.phase === "rest");
  const works = shown.filter(({ level }) => level.phase === "busy");
  const rests = shown.filter(({ level }) => level.phase === "rest");
  /** Since when this source rests. A mere moment of work does not interrupt that, whichever level shows it. */
  const restsSince = (rest: LookMark) => {
    const moment = works.find((work) => endsAtOnce(work, rest));
    return moment === undefined ? rest.changedAt : turnedAt(moment);
  };
  const sawRest = (rest: LookMark, work: LookMark) =>
    levelRank(rest.source) < levelRank(work.source) && restsSince(rest) <= work.changedAt;
  const isBestKnown = ({ source }: LookMark) => !rests.some((rest) => levelRank(rest.source) < levelRank(source));
  return (
    works.some((work) => !ends.some((end) => endsAtOnce(work, end)) && !rests.some((rest) => sawRest(rest, work))) ||
    worked.some(isBestKnown)
  );
}

/** Whether this work was only a moment. If what ended it names an outcome, it was real work, however short. */
function endsAtOnce(work: LookMark, end: LookMark): boolean {
  if (end.source !== work.source || end.level.state !== undefined) return false;
  const lasts = end.changedAt - work.changedAt;
  return lasts > 0 && lasts < momentMs(work.source);
}

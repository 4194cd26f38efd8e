import type { Admitted } from "./admit.ts";
import {
  type EngineConfig,
  LONGEST_SETTLE_MS,
  levelRank,
  missesNothing,
  PAINTS_LATE_MS,
  settleMs,
} from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { newestOf } from "./lead.ts";
import { bestOf, currentLooks, goesOn } from "./looks.ts";
import { compareEdges, type EdgeMark, type LookMark, newest } from "./marks.ts";

/** A screen may take this long to show a turn's end; measured at a load of ten per core. */
const END_PAINTED_MS = 5_000;

/** Whether the turn's end counts yet. Until it is confirmed, it raises no attention. */
export type EndStatus =
  /** Too fresh to tell, or not painted yet: it shows, but raises no attention. */
  | { status: "unconfirmed" }
  /** A level that was busy before it is still busy: perhaps the user's own hooks run. */
  | { status: "held"; by: LookMark }
  /** `since`: the time from which it counts as new. */
  | { status: "confirmed"; since: number };

/**
 * The newest strong end of the turn, else the newest weak one, with no later work from an edge; null if there is none, or if
 * a level has seen the agent change since.
 */
export function turnEnd(admitted: Admitted): EdgeMark | null {
  const work = lastWork(admitted);
  const ends = admitted.edges.filter(
    (mark) => mark.edge.phase === "rest" && (work === null || compareEdges(mark, work) > 0),
  );
  const newestOfThem = (isWeak: boolean) => {
    const end = newest(
      ends.filter(({ edge }) => (edge.weak ?? false) === isWeak),
      compareEdges,
    );
    return end === null || isOverruled(end, admitted) ? null : end;
  };
  return newestOfThem(false) ?? newestOfThem(true);
}

/** The newest edge that says the agent works. Compacting does not count: the conversation is as ended as before. */
export function lastWork(admitted: Pick<Admitted, "edges">): EdgeMark | null {
  const edges = admitted.edges.filter((mark) => mark.edge.activity?.kind !== "compacting");
  return newestOf(edges, "busy");
}

/** When the root last began, worked or asked: the next end after that is new. */
export function lastRootEdge({ begin, edges }: Admitted): number {
  const moves = edges.filter(({ edge }) => edge.phase !== "rest").map(({ at }) => at);
  return Math.max(begin?.at ?? Number.NEGATIVE_INFINITY, ...moves);
}

/**
 * A level saw the agent work or ask after this end: something ended, but not the last thing. A lesser level does not
 * count against a better one that has seen rest since.
 */
export function isOverruled(end: EdgeMark, admitted: Admitted): boolean {
  const rests = currentLooks(admitted.looks).filter(({ level }) => level.phase === "rest");
  return admitted.looks.some(
    (look) =>
      look.level.phase !== "rest" &&
      look.at > end.at + settleMs(look.source) &&
      !goesOn(look, end.at) &&
      !rests.some((rest) => levelRank(rest.source) < levelRank(look.source) && rest.at >= look.changedAt),
  );
}

/** Whether this end is confirmed, held by a level, or neither yet. */
export function standingOf(end: EdgeMark, admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): EndStatus {
  const current = currentLooks(admitted.looks);
  const busy = current.filter((look) => look.level.phase === "busy" && ledger.now - look.at < config.levelTtlMs);
  // a source that waited for the process knows that it is gone
  const isGone = admitted.isOver || end.source === "wrapper" || end.source === "process";
  if (isGone || isSeenAtRest(end, current, admitted)) return confirmed(end, admitted, config);
  const by = bestOf(busy.filter((look) => goesOn(look, end.at) && !mayLag(look, end, ledger)));
  if (by !== null && isPaintedLate(by, end, ledger)) return { status: "unconfirmed" };
  if (by !== null) return { status: "held", by };
  const waitMs = waitOf(admitted);
  // a repeated end while the first one counts is no reason to doubt it
  const firstAt = busy.length > 0 ? end.at : firstTold(end, admitted);
  if (ledger.now >= firstAt + waitMs) return confirmed(end, admitted, config);
  ledger.revisit(firstAt + waitMs);
  return { status: "unconfirmed" };
}

/**
 * An interrupt makes no call, so none can come too early: a title or screen may take its time to show it.
 */
function mayLag({ source, at }: LookMark, end: EdgeMark, ledger: EvidenceLedger): boolean {
  if (end.edge.state !== "idle" || missesNothing(source)) return false;
  ledger.revisit(end.at + PAINTS_LATE_MS + 1);
  return at <= end.at + PAINTS_LATE_MS;
}

/** On a busy machine an agent may paint the end seconds after reporting it: until then the end shows without a call. */
function isPaintedLate({ source, at }: LookMark, end: EdgeMark, ledger: EvidenceLedger): boolean {
  if (source !== "screen") return false;
  ledger.revisit(end.at + END_PAINTED_MS + 1);
  return at <= end.at + END_PAINTED_MS;
}

/**
 * A level was at rest when the end came or later, and did not go on with a prompt that waited; or it changed to rest since
 * the last work, a moment before the event.
 */
function isSeenAtRest(end: EdgeMark, current: readonly LookMark[], admitted: Admitted): boolean {
  const workedAt = lastRootEdge(admitted);
  const wentOn = ({ source, changedAt }: LookMark) =>
    current.some((look) => look.source === source && look.changedAt > changedAt && goesOn(look, end.at));
  return (
    restsSince(end, admitted).some((look) => !wentOn(look)) ||
    current.some((look) => look.level.phase === "rest" && look.changedAt > workedAt)
  );
}

function restsSince({ at }: EdgeMark, { looks }: Admitted): LookMark[] {
  return looks.filter((look) => look.level.phase === "rest" && look.at >= at);
}

/** How long to wait for a contradiction: with levels, until a reading after their settle time was possible. */
function waitOf({ looks }: Admitted): number {
  return looks.length === 0 ? LONGEST_SETTLE_MS : Math.max(...looks.map(({ source }) => settleMs(source))) + 1;
}

function firstTold(end: EdgeMark, admitted: Admitted): number {
  const since = lastRootEdge(admitted);
  return Math.min(end.at, ...admitted.ends.filter((told) => told.at >= since).map(({ at }) => at));
}

/**
 * A held end is new from when the level that held it changed. If that was not seen, from when it was last seen busy.
 */
function confirmed(end: EdgeMark, { looks }: Admitted, { levelTtlMs }: EngineConfig): EndStatus {
  const releases = looks
    .filter((look) => goesOn(look, end.at))
    .map((holder) => {
      const isItsRest = ({ source, level, changedAt }: LookMark) =>
        source === holder.source &&
        level.phase === "rest" &&
        changedAt > holder.at &&
        changedAt <= holder.at + levelTtlMs;
      const rests = looks.filter(isItsRest).map(({ changedAt }) => changedAt);
      return rests.length > 0 ? Math.min(...rests) : holder.at;
    });
  return { status: "confirmed", since: Math.max(end.at, ...releases) };
}

/** The level that holds the turn's end, or null. */
export function heldBy(admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): LookMark | null {
  const end = turnEnd(admitted);
  const standing = end === null ? null : standingOf(end, admitted, config, ledger);
  return standing?.status === "held" ? standing.by : null;
}

/** From when on ends do not count as calls, because the newest end is not confirmed; null if they all count. */
export function uncalledSince(admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): number | null {
  const end = turnEnd(admitted);
  // once a level has shown rest after the end, the end has called, even if that level shows work again
  if (end === null || restsSince(end, admitted).length > 0) return null;
  if (standingOf(end, admitted, config, ledger).status === "confirmed") return null;
  return lastRootEdge(admitted);
}

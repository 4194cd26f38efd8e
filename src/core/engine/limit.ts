import type { Limited } from "../protocol/events/limited.ts";
import type { Admitted } from "./admit.ts";
import type { Finding } from "./finding.ts";
import { compareByTime, compareEdges, type EdgeMark, newest } from "./marks.ts";
import { lastWork } from "./turn-end.ts";

/** An agent that tries again after less than this is only retrying. */
const LEAST_WAIT_MS = 60_000;

/**
 * The account's limit that keeps the agent from working: it ended the turn, the agent waits for its reset, or a dialog asks
 * what to do about it. Null if there is none.
 */
export function limitOf({ state, decider }: Finding, admitted: Admitted): Limited | null {
  switch (state) {
    case "error":
      return limitIn(endsByLimit(admitted));
    case "running": {
      const last = newest(admitted.edges, compareEdges);
      return last !== null && isWaiting(last) ? limitIn([last]) : null;
    }
    case "waiting_approval":
    case "waiting_input": {
      if (isOffer(decider)) return limitIn(endsByLimit(admitted));
      const asks = decider !== null && "level" in decider && decider.level.limit === "reached";
      return asks ? { since: Math.floor(decider.changedAt), until: null, resumes: false, wakes_at: null } : null;
    }
    default:
      return null;
  }
}

/** A limit calls once for its account, not for each agent that it stops, or for what an agent then offers. */
export function withoutLimitCall(found: Finding, limited: Limited | null): Finding {
  const isOwn = found.call?.kind === "error" || (found.call?.kind === "approval" && isOffer(found.decider));
  return limited !== null && isOwn ? { ...found, call: null } : found;
}

/** A dialog that offers something because of a limit, such as another model. */
function isOffer(decider: Finding["decider"]): boolean {
  return decider !== null && "level" in decider && decider.level.limit === "offer";
}

/** Ends of this turn that a limit caused: its hook and its file may both tell it, and only one of them when it resets. */
function endsByLimit(admitted: Pick<Admitted, "edges">): EdgeMark[] {
  const work = lastWork(admitted);
  return admitted.edges.filter(
    (mark) =>
      mark.edge.phase === "rest" && mark.edge.limited !== undefined && (work === null || compareEdges(mark, work) > 0),
  );
}

/** A busy edge of an agent that waits for the reset. */
function isWaiting({ edge, at }: EdgeMark): boolean {
  const { phase, limited } = edge;
  return phase === "busy" && limited !== undefined && (limited.until ?? Number.POSITIVE_INFINITY) - at >= LEAST_WAIT_MS;
}

/** The limit that these marks report, since the first of them; null if there is none. */
function limitIn(marks: readonly EdgeMark[]): Limited | null {
  const [first, ...others] = [...marks].sort(compareByTime);
  if (first === undefined) return null;
  const limits = [first, ...others].flatMap(({ edge }) => edge.limited ?? []);
  const times = limits.flatMap(({ until }) => until ?? []);
  return {
    since: Math.floor(first.at),
    until: times.length === 0 ? null : Math.max(...times),
    resumes: limits.some(({ resumes }) => resumes),
    wakes_at: null,
  };
}

import type { Admitted } from "./admit.ts";
import { type EngineConfig, LONGEST_SETTLE_MS } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { demoteCompleted, type Finding, unknown } from "./finding.ts";
import { compareByTime, compareEdges, type EdgeMark, type LookMark, newest } from "./marks.ts";
import { isOverruled, lastRootEdge, lastWork, standingOf, turnEnd } from "./turn-end.ts";

/** How the turn ended, from the edges: a strong end, else a weak one, no older than the last work; else null. */
export function outcome(admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): Finding | null {
  const work = lastWork(admitted);
  const ends = admitted.edges.filter(
    (mark) =>
      mark.edge.phase === "rest" && (work === null || compareEdges(mark, work) > 0) && !isOverruled(mark, admitted),
  );
  const end = turnEnd(admitted);
  if (end === null) return null;
  const repeated = end.edge.weak ? strongBefore(end, admitted) : null;
  const confidence = end.edge.weak ? "medium" : "high";
  const found =
    repeated === null ? ended(end, ends, confidence, admitted) : ended(repeated, [repeated], confidence, admitted);
  if (end.edge.weak && work?.edge.activity?.kind === "retrying")
    return { ...found, state: "idle", since: end.at, because: "it stopped while retrying", call: null };
  const standing = standingOf(end, admitted, config, ledger);
  if (standing.status !== "confirmed") return demoteCompleted({ ...found, call: null }, end.at, config);
  return demoteCompleted(found, Math.max(found.since ?? 0, standing.since), config);
}

/** The strong end that a weak one repeats: no work was reported between them, though a level saw the agent finish. */
function strongBefore(weak: EdgeMark, admitted: Admitted): EdgeMark | null {
  const work = lastWork(admitted);
  const strong = admitted.edges.filter(
    (mark) =>
      mark.edge.phase === "rest" &&
      !mark.edge.weak &&
      compareEdges(mark, weak) < 0 &&
      (work === null || compareEdges(mark, work) > 0),
  );
  return newest(strong, compareEdges);
}

/** Whether a strong error of this turn came after `at`. */
export function errorAfter(admitted: Admitted, at: number): boolean {
  return admitted.edges.some(
    (mark) => mark.edge.phase === "rest" && mark.edge.state === "error" && !mark.edge.weak && mark.at > at,
  );
}

function ended(
  mark: EdgeMark,
  ends: readonly EdgeMark[],
  confidence: Finding["confidence"],
  admitted: Admitted,
): Finding {
  const state = mark.edge.state;
  if (state === undefined || state === "unknown") {
    return {
      ...unknown("outcome_unknown", `the turn ended (${mark.type}), but not how`),
      since: mark.at,
      decider: mark,
    };
  }
  // one end reported by a hook and by the agent's own file is one call: the first report counts
  const tellings = ends.filter((end) => end.edge.state === state).sort(compareByTime);
  const told = tellings[0] ?? mark;
  const decider = tellings.find(({ edge }) => (edge.weak ?? false) === (mark.edge.weak ?? false)) ?? mark;
  const message = decider.message || mark.message || told.message;
  const kind = state === "completed" ? "done" : state === "error" ? "error" : null;
  const declaredSomething = admitted.said.some((said) => said.said.state !== "running");
  const calls = kind === "error" || (kind === "done" && !declaredSomething);
  return {
    state,
    reason: null,
    confidence,
    since: told.at,
    decider,
    message,
    activity: null,
    because: `the turn ended: ${decider.type} by ${decider.source}`,
    call:
      calls && kind
        ? {
            id: turnOf(mark, admitted),
            kind,
            message,
            source: "hook",
            at: told.at,
          }
        : null,
  };
}

/** The turn whose end this mark reports, by the best id that is known: it identifies the call. */
export function turnOf(mark: EdgeMark | LookMark, admitted: Admitted): { turn: string } {
  const { begin, looks, worked, ends } = admitted;
  const endedAt = "level" in mark ? mark.changedAt : mark.at;
  // work that began after this end is of the next turn
  const work = [...looks, ...worked].filter(({ level, changedAt }) => level.phase === "busy" && changedAt <= endedAt);
  const workedAt = Math.max(...work.map(({ changedAt }) => changedAt));
  const named = mark.turn ?? begin?.turn ?? begin?.id;
  // a level changed to busy after that turn had ended, without an event: another turn
  const since = lastRootEdge(admitted);
  const isNext = "level" in mark && ends.some(({ at }) => at >= since && at + LONGEST_SETTLE_MS < workedAt);
  if (named !== undefined && !isNext) return { turn: named };
  if (Number.isFinite(workedAt)) return { turn: `${workedAt}` };
  return { turn: "level" in mark ? `${mark.source}:${mark.changedAt}` : mark.id };
}

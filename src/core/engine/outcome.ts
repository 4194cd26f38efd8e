import type { Admitted } from "./admit.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, settleMs } from "./engine-config.ts";
import { demoteCompleted, type Finding, unknown } from "./finding.ts";
import { newestOf } from "./lead.ts";
import { compareByTime, compareEdges, type EdgeMark, newest } from "./marks.ts";

/** How the turn ended, from the edges: a strong end, else a weak one, no older than the last work; else null. */
export function outcome(admitted: Admitted, config: EngineConfig, court: Court): Finding | null {
  // a conversation made shorter has ended as it had before
  const busy = newestOf(
    admitted.edges.filter((mark) => mark.edge.activity?.kind !== "compacting"),
    "busy",
  );
  const ends = admitted.edges.filter(
    (mark) =>
      mark.edge.phase === "rest" && (busy === null || compareEdges(mark, busy) > 0) && !isOverruled(mark, admitted),
  );
  const strong = newest(
    ends.filter((mark) => !mark.edge.weak),
    compareEdges,
  );
  if (strong !== null) return ended(strong, ends, "high", admitted, config, court);
  const weak = newest(ends, compareEdges);
  if (weak === null) return null;
  if (busy?.edge.activity?.kind === "retrying") {
    return {
      ...ended(weak, ends, "medium", admitted, config, court),
      state: "idle",
      since: weak.at,
      because: "it stopped while retrying",
      call: null,
    };
  }
  return ended(weak, ends, "medium", admitted, config, court);
}

/** The newest strong error of this turn, if it came after `at`. */
export function errorAfter(admitted: Admitted, at: number): boolean {
  return admitted.edges.some(
    (mark) => mark.edge.phase === "rest" && mark.edge.state === "error" && !mark.edge.weak && mark.at > at,
  );
}

/** Some level saw the agent at work or asking after this end: it ended something, but not what ended last. */
function isOverruled(end: EdgeMark, admitted: Admitted): boolean {
  return admitted.looks.some((look) => look.level.phase !== "rest" && look.at > end.at + settleMs(look.source));
}

function ended(
  mark: EdgeMark,
  ends: readonly EdgeMark[],
  confidence: Finding["confidence"],
  admitted: Admitted,
  config: EngineConfig,
  court: Court,
): Finding {
  const state = mark.edge.state;
  if (state === undefined || state === "unknown") {
    return {
      ...unknown("outcome_unknown", `the turn ended (${mark.type}), but not how`),
      since: mark.at,
      decider: mark,
    };
  }
  // one end, told by a hook and by the agent's own file, is one call: the first of them made it
  const told = ends.filter((end) => end.edge.state === state).sort(compareByTime)[0] ?? mark;
  const kind = state === "completed" ? "done" : state === "error" ? "error" : null;
  const declaredSomething = admitted.said.some((said) => said.said.state !== "running");
  const calls = kind === "error" || (kind === "done" && !declaredSomething);
  const finding: Finding = {
    state,
    reason: null,
    confidence,
    since: told.at,
    decider: mark,
    message: mark.message || told.message,
    activity: null,
    because: `the turn ended: ${mark.type} by ${mark.source}`,
    call:
      calls && kind ? { id: told.id, kind, message: mark.message || told.message, source: "hook", at: told.at } : null,
  };
  return demoteCompleted(finding, told.at, config, court);
}

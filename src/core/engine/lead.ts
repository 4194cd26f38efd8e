import { type Phase, precedenceOf } from "../protocol/base/state.ts";
import type { Admitted } from "./admit.ts";
import { compareEdges, type EdgeMark, newest } from "./marks.ts";

/** The result of the edges alone: the phase, and the edge that says it. */
export interface Lead {
  phase: Phase;
  mark: EdgeMark;
  /** Time of the newest edge of all; with an open ask it may be another tool's. */
  newestAt: number;
}

export function leadOf(admitted: Admitted, clockErrorMs: number): Lead | null {
  const { asks } = admitted;
  const busy = newestOf(admitted.edges, "busy");
  const rest = newestOf(admitted.edges, "rest");
  const ask = asks[0];
  const newestAt = Math.max(...[busy, rest, ...asks].map((mark) => mark?.at ?? Number.NEGATIVE_INFINITY));
  if (ask !== undefined) return { phase: "ask", mark: ask, newestAt };
  if (busy === null && rest === null) return null;
  if (busy === null || (rest !== null && endsAfter(rest, busy, clockErrorMs)))
    return { phase: "rest", mark: rest as EdgeMark, newestAt };
  return { phase: "busy", mark: busy, newestAt };
}

export function newestOf(edges: readonly EdgeMark[], phase: Phase): EdgeMark | null {
  return newest(
    edges.filter((mark) => mark.edge.phase === phase),
    compareEdges,
  );
}

function endsAfter(rest: EdgeMark, busy: EdgeMark, clockErrorMs: number): boolean {
  const unordered = rest.source !== busy.source && rest.at !== busy.at && Math.abs(rest.at - busy.at) <= clockErrorMs;
  if (unordered) return precedenceOf(rest.edge.state ?? "idle") < precedenceOf("running");
  return compareEdges(rest, busy) > 0;
}

import { precedenceOf, type State } from "../protocol/state.ts";
import type { Admitted } from "./admit.ts";
import type { Court } from "./court.ts";
import { KEPT_TOUCHED } from "./fold.ts";
import type { EdgeMark, Mark } from "./marks.ts";

/** The asks nobody has answered yet, loudest first. A sub-agent's ask blocks the pane like the root's own. */
export function openAsks(admitted: Admitted, clockErrorMs: number, court: Court): EdgeMark[] {
  const asks = [...admitted.edges, ...admitted.childEdges].filter((mark) => mark.edge.phase === "ask");
  const open = asks.filter((ask) => {
    const answer = answerTo(ask, admitted, clockErrorMs);
    if (answer !== null) court.rule(ask, "lost", answer);
    return answer === null;
  });
  return open.sort(
    (a, b) => precedenceOf(askState(a)) - precedenceOf(askState(b)) || b.at - a.at || (a.id < b.id ? -1 : 1),
  );
}

/** An ask whose kind nobody told is the louder of the two. */
export function askState(ask: EdgeMark): State {
  return ask.edge.state ?? "waiting_approval";
}

function answerTo(ask: EdgeMark, admitted: Admitted, clockErrorMs: number): string | null {
  // within the clock error of another source the ask, being louder, counts as the later
  const after = (mark: Mark) => mark.at > ask.at + (mark.source === ask.source ? 0 : clockErrorMs);
  const sameRun = (mark: Mark) => (mark.run?.id ?? "") === (ask.run?.id ?? "");
  const ownRun = ask.run?.parent ? admitted.childEdges.filter(sameRun) : admitted.edges;

  if (ask.at <= admitted.typedAt) return "answered: a person pressed Enter";
  if (admitted.begin !== null && after(admitted.begin)) return "answered: a new turn began";
  if (admitted.edges.some((mark) => mark.edge.phase === "rest" && after(mark))) return "over: the turn ended";
  if (ownRun.some((mark) => mark.edge.phase === "rest" && after(mark))) return "over: its run ended";
  const moved = (mark: EdgeMark) =>
    mark.edge.phase === "busy" && (mark.subject === undefined || ask.subject === undefined);
  if (ownRun.some((mark) => moved(mark) && after(mark))) return "answered: the agent went on";
  if (admitted.touched.some((mark) => mark.subject === ask.subject && sameRun(mark) && after(mark)))
    return "answered: its tool went on";
  const oldestTouched = admitted.touched[0];
  // so many tools have moved on that its own end may have been forgotten
  if (admitted.touched.length >= KEPT_TOUCHED && oldestTouched && after(oldestTouched))
    return "answered: many tools ago";
  return null;
}

import { precedenceOf, type State } from "../protocol/base/state.ts";
import type { Source } from "../protocol/events/event.ts";
import type { Admitted } from "./admit.ts";
import { settleMs } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { KEPT_TOUCHED } from "./fold.ts";
import { bestOf, currentLooks } from "./looks.ts";
import { compareEdges, type EdgeMark, type LookMark, type Mark, newest } from "./marks.ts";

type Heard = Pick<Admitted, "begin" | "edges" | "childEdges" | "touched" | "typedAt">;

/** The unanswered asks, most urgent first. A sub-agent's ask blocks the pane like the root's own. */
export function openAsks(admitted: Heard, clockErrorMs: number, ledger: EvidenceLedger): EdgeMark[] {
  const asks = [...admitted.edges, ...admitted.childEdges].filter((mark) => mark.edge.phase === "ask");
  const open = asks.filter((ask) => {
    const answer = answerTo(ask, admitted, clockErrorMs);
    if (answer !== null) ledger.rule(ask, "lost", answer);
    return answer === null;
  });
  return open.sort(
    (a, b) => precedenceOf(askState(a)) - precedenceOf(askState(b)) || b.at - a.at || (a.id < b.id ? -1 : 1),
  );
}

/** An ask of unknown kind counts as the more urgent one. */
export function askState(ask: EdgeMark): State {
  return ask.edge.state ?? "waiting_approval";
}

/** The ask from an edge that this reading shows: unanswered, and the level has shown nothing else since. */
export function shownAsk(look: LookMark, asks: readonly EdgeMark[], looks: readonly LookMark[]): EdgeMark | null {
  const isOfKind = (ask: EdgeMark) => look.level.state === undefined || look.level.state === askState(ask);
  return asks.find((ask) => isOfKind(ask) && !hasTurned(look.source, ask, looks)) ?? null;
}

/** The ask that was answered while the level showed it. A level that still shows it lags: it shows no other ask. */
export function answeredAsk(look: LookMark, { edges, childEdges, looks }: Admitted): EdgeMark | null {
  const asks = [...edges, ...childEdges].filter(
    (mark) => mark.edge.phase === "ask" && askState(mark) === look.level.state,
  );
  const isAnswered = (ask: EdgeMark) =>
    edges.some(({ edge, at }) => edge.phase !== "ask" && at > ask.at && at >= look.changedAt);
  return newest(
    asks.filter((ask) => isAnswered(ask) && !hasTurned(look.source, ask, looks)),
    compareEdges,
  );
}

function hasTurned(source: Source, ask: EdgeMark, looks: readonly LookMark[]): boolean {
  return looks.some(
    (look) => look.source === source && look.level.phase !== "ask" && look.changedAt > ask.at + settleMs(source),
  );
}

/** The message that a level has shown since `at` for an ask of this kind: for an ask that has no message itself. */
export function wordsShown(state: State, at: number, looks: readonly LookMark[]): string {
  const shown = currentLooks(looks).filter(
    ({ level, message, at: seenAt }) =>
      level.phase === "ask" && (level.state ?? state) === state && message !== "" && seenAt >= at,
  );
  return bestOf(shown)?.message ?? "";
}

/** Why the ask is no longer open, or null. */
function answerTo(ask: EdgeMark, admitted: Heard, clockErrorMs: number): string | null {
  // within the clock error of another source, the ask counts as the later one, being more urgent
  const after = (mark: Mark) => mark.at > ask.at + (mark.source === ask.source ? 0 : clockErrorMs);
  const sameRun = (mark: Mark) => (mark.run?.id ?? "") === (ask.run?.id ?? "");
  const ownRun = ask.run?.parent ? admitted.childEdges.filter(sameRun) : admitted.edges;

  if (ask.at <= admitted.typedAt) return "answered: through agtmux";
  if (admitted.begin !== null && after(admitted.begin)) return "answered: a new turn began";
  if (admitted.edges.some((mark) => mark.edge.phase === "rest" && after(mark))) return "over: the turn ended";
  if (ownRun.some((mark) => mark.edge.phase === "rest" && after(mark))) return "over: its run ended";
  const moved = (mark: EdgeMark) =>
    mark.edge.phase === "busy" && (mark.subject === undefined || ask.subject === undefined);
  if (ownRun.some((mark) => moved(mark) && after(mark))) return "answered: the agent went on";
  if (admitted.touched.some((mark) => mark.subject === ask.subject && sameRun(mark) && after(mark)))
    return "answered: its tool went on";
  const oldestTouched = admitted.touched[0];
  // all calls that are kept moved on after the ask, so its own call may have been dropped
  if (admitted.touched.length >= KEPT_TOUCHED && oldestTouched && after(oldestTouched))
    return "answered: many tools ago";
  return null;
}

import { phaseOf, type State } from "../protocol/base/state.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/** The screen after typing: the text, a dialog in its place, or neither. */
export type Seen = "text" | "dialog" | "nothing";

/** Whether Enter would answer something that was not there when the text was sent. */
export function wouldAnswerAnother(
  /** State when the send was requested. */
  shotState: State,
  /** Right before the text was typed. */
  before: Pick<PaneItem, "nudge_seq">,
  now: Pick<PaneItem, "state" | "nudge_seq">,
  seen: Seen,
): boolean {
  const hadAsk = phaseOf(shotState) === "ask";
  const hasAsk = phaseOf(now.state) === "ask";
  const hasOtherCall = now.nudge_seq !== before.nudge_seq;
  if (hasAsk) return !hadAsk || hasOtherCall;
  if (seen === "dialog" && !hadAsk) return true;
  // a late report that an already finished turn is done asks for nothing
  if (phaseOf(shotState) === "rest" && now.state === "completed") return false;
  return hasOtherCall && seen !== "text";
}

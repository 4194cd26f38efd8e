import type { PaneItem } from "../protocol/lists.ts";
import { phaseOf, type State } from "../protocol/state.ts";

/** What the screen shows of a text that was typed: it, a dialog in its place, or neither. */
export type Seen = "text" | "dialog" | "nothing";

/** Whether Enter would answer something that nobody had seen when the text was given. */
export function answersAnother(
  /** When it was decided to send. */
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
  // a late word that a turn is done, which had ended already, asks for nothing
  if (phaseOf(shotState) === "rest" && now.state === "completed") return false;
  return hasOtherCall && seen !== "text";
}

import { stillWorkingOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** The agent's own shells and teammates that are at work. */
export function StillWorking({ pane }: { pane: Pick<PaneItem, "doing" | "teammates"> }) {
  const words = stillWorkingOf(pane);
  return words === "" ? null : <span className="quiet-words">{words} </span>;
}

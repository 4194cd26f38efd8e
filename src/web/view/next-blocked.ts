import { callName } from "../../core/notify/same-call.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { WaitingPane } from "../live/acting.ts";
import { paneKey } from "../live/fleet.ts";
import { byShelf } from "./arrange.ts";

interface Where {
  /** The pane that is open. */
  here: string;
  /** When that pane began to wait, if it did. */
  since: number | null;
  /** Calls that were seen or put off here. */
  hidden: ReadonlySet<string>;
  isAnswered(pane: WaitingPane): boolean;
}

/** The panes that are blocked besides the open one: the next one in the inbox first, then those before it. */
export function nextBlocked(panes: Iterable<PaneItem>, { here, since, hidden, isAnswered }: Where): WaitingPane[] {
  const others = byShelf(panes).filter(
    (pane) =>
      pane.shelf === "blocked" &&
      paneKey(pane.identity) !== here &&
      !hidden.has(callName(pane.attention)) &&
      !isAnswered(pane),
  );
  const isLater = ({ attention }: WaitingPane) => since !== null && attention.raised_at >= since;
  return [...others.filter(isLater), ...others.filter((pane) => !isLater(pane))];
}

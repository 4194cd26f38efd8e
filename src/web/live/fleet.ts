import type { PaneIdentity, PaneItem, Summary, TargetError } from "../../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { byPlace } from "./by-place.ts";

/** The page's state as of one cursor of the daemon's log. */
export interface Fleet {
  cursor: string;
  at: number;
  summary: Summary;
  targetErrors: TargetError[];
  panes: ReadonlyMap<string, PaneItem>;
}

/**
 * Applies messages in the order in which they came. Unchanged panes keep their object identity, so that their rows are not
 * rendered again. Thousands of panes are copied once, however many messages there are.
 */
export function applyMessages(fleet: Fleet | null, messages: readonly StreamMessage[]): Fleet | null {
  let next = fleet;
  let panes: Map<string, PaneItem> | null = null;
  for (const message of messages) {
    switch (message.type) {
      case "snapshot":
        // sorted from the start, so that sorting again after a change is cheap
        panes = new Map(message.items.toSorted(byPlace).map((item) => [paneKey(item.identity), item]));
        break;
      case "delta":
        if (next === null || isOlder(message.cursor, next.cursor)) continue;
        panes ??= new Map(next.panes);
        for (const identity of message.removed) panes.delete(paneKey(identity));
        for (const item of message.changed) panes.set(paneKey(item.identity), item);
        break;
      default:
        message satisfies never;
        continue;
    }
    next = {
      cursor: message.cursor,
      at: message.at,
      summary: message.summary,
      targetErrors: message.target_errors,
      panes,
    };
  }
  return next;
}

/** A pane keeps its id when it moves to another window or session. */
export function paneKey({ target, pane_id }: Pick<PaneIdentity, "target" | "pane_id">): string {
  return `${target}/${pane_id}`;
}

function isOlder(cursor: string, than: string): boolean {
  const [epoch, n] = cursor.split("-");
  const [thanEpoch, thanN] = than.split("-");
  return epoch === thanEpoch && Number(n) < Number(thanN);
}

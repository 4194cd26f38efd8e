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

/** Unchanged panes keep their object identity, so that their rows are not rendered again. */
export function applyMessage(fleet: Fleet | null, message: StreamMessage): Fleet | null {
  switch (message.type) {
    case "snapshot":
      return {
        cursor: message.cursor,
        at: message.at,
        summary: message.summary,
        targetErrors: message.target_errors,
        // sorted from the start, so that sorting again after a change is cheap
        panes: new Map(message.items.toSorted(byPlace).map((item) => [paneKey(item.identity), item])),
      };
    case "delta": {
      if (fleet === null || isOlder(message.cursor, fleet.cursor)) return fleet;
      const panes = new Map(fleet.panes);
      for (const identity of message.removed) panes.delete(paneKey(identity));
      for (const item of message.changed) panes.set(paneKey(item.identity), item);
      return {
        cursor: message.cursor,
        at: message.at,
        summary: message.summary,
        targetErrors: message.target_errors,
        panes,
      };
    }
    default:
      return message satisfies never;
  }
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

import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { applyMessages, type Fleet } from "./fleet.ts";
import { parseMessage } from "./parse-message.ts";

/** The part of Web Storage that is used; `setItem` throws if it is full. */
export type SnapshotStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NAME = "agtmux:last-snapshot:2";

/** Stores the fleet for a page opened while the daemon is unreachable. */
export function keepFleet(storage: SnapshotStorage, fleet: Fleet): void {
  const snapshot: StreamMessage = {
    type: "snapshot",
    cursor: fleet.cursor,
    at: fleet.at,
    summary: fleet.summary,
    partial: fleet.targetErrors.length > 0,
    target_errors: fleet.targetErrors,
    items: [...fleet.panes.values()],
  };
  try {
    storage.setItem(NAME, JSON.stringify(snapshot));
  } catch {
    // a full or forbidden storage only costs the offline view
    forgetFleet(storage);
  }
}

export function recallFleet(storage: SnapshotStorage): Fleet | null {
  try {
    const message = parseMessage(storage.getItem(NAME) ?? "");
    return message?.type === "snapshot" ? applyMessages(null, [message]) : null;
  } catch {
    return null;
  }
}

export function forgetFleet(storage: SnapshotStorage): void {
  try {
    storage.removeItem(NAME);
  } catch {
    // storage is forbidden, so nothing is stored there
  }
}

import type { StreamMessage } from "../../core/protocol/stream.ts";
import { applyMessage, type Fleet } from "./fleet.ts";
import { parseMessage } from "./parse-message.ts";

/** The part of the browser's storage that is used; `setItem` throws where it is full. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NAME = "agtmux:last-snapshot:1";

/** Keeps the fleet for a page that opens while the daemon is out of reach. */
export function keepFleet(shelf: Shelf, fleet: Fleet): void {
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
    shelf.setItem(NAME, JSON.stringify(snapshot));
  } catch {
    // a full or forbidden storage costs the offline view, nothing else
    forgetFleet(shelf);
  }
}

export function recallFleet(shelf: Shelf): Fleet | null {
  try {
    const message = parseMessage(shelf.getItem(NAME) ?? "");
    return message?.type === "snapshot" ? applyMessage(null, message) : null;
  } catch {
    return null;
  }
}

export function forgetFleet(shelf: Shelf): void {
  try {
    shelf.removeItem(NAME);
  } catch {
    // nothing is kept there anyway
  }
}

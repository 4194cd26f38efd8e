import type { WebSocket } from "ws";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { HintMessage } from "../../core/protocol/lists/stream.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { ChangeFeed } from "../publish/change-feed.ts";
import type { FleetChange } from "../publish/fleet.ts";
import { closeDeadSocket } from "./close-dead-socket.ts";

const BEHIND_BYTES = 1024 * 1024;
const RETRY_MS = 250;

/**
 * With a cursor the stream begins with the changes since then instead of a snapshot; if it expired, with the error. In a
 * fleet it always begins with a snapshot, since the panes of other members are in no log.
 */
export function openStream(
  words: ReadonlyMap<string, readonly string[]>,
  broadcast: Broadcast,
  feed: ChangeFeed,
  hints: Hints,
): (socket: WebSocket) => void {
  const cursor = words.get("since")?.at(-1);
  const first = cursor === undefined || broadcast.isInFleet ? null : changeOrFault(cursor, feed);
  return (socket) => {
    serveStream(socket, broadcast, first);
    if (words.has("asides")) serveHints(socket, hints);
  };
}

/** Subscribes to hint messages; returns how to unsubscribe. */
export type Hints = (tell: (hint: HintMessage) => void) => () => void;

/** Hints are best effort: dropped for slow clients, resent on reconnect. */
function serveHints(socket: WebSocket, hints: Hints): void {
  const leave = hints((hint) => {
    if (socket.bufferedAmount <= BEHIND_BYTES) socket.send(JSON.stringify(hint));
  });
  socket.on("close", leave);
}

/** One subscriber: a snapshot, then ordered deltas. A slow client gets a new snapshot, never a gap. */
export function serveStream(socket: WebSocket, broadcast: Broadcast, begin: FleetChange | Fault | null = null): void {
  let leave = () => {};
  let retry: NodeJS.Timeout | null = null;

  const follow = (first: FleetChange | Fault | null) => {
    leave = broadcast.subscribe((message) => {
      if (socket.bufferedAmount > BEHIND_BYTES) pause();
      else socket.send(JSON.stringify(message));
    }, first);
  };
  const pause = () => {
    leave();
    retry ??= setInterval(() => {
      if (socket.bufferedAmount > 0) return;
      if (retry !== null) clearInterval(retry);
      retry = null;
      follow(null);
    }, RETRY_MS);
  };
  closeDeadSocket(socket, () => {
    leave();
    if (retry !== null) clearInterval(retry);
  });
  follow(begin);
}

function changeOrFault(cursor: string, feed: ChangeFeed): FleetChange | Fault {
  try {
    return feed.changeSince(cursor);
  } catch (error) {
    if (error instanceof Fault && error.code === "E_CURSOR_EXPIRED") return error;
    throw error;
  }
}

import type { WebSocket } from "ws";
import { z } from "zod";
import { Fault } from "../../core/protocol/fault.ts";
import { Aside, StreamMessage } from "../../core/protocol/stream.ts";
import type { Broadcast } from "../broadcast.ts";
import type { ChangeFeed } from "../change-feed.ts";
import type { FleetChange } from "../fleet.ts";
import { watchPulse } from "./pulse.ts";
import { route } from "./route.ts";

const BEHIND_BYTES = 1024 * 1024;
const RETRY_MS = 250;

export const STREAM_ROUTES = {
  stream: route({
    method: "get",
    path: "/v1/stream",
    summary: "Every pane as it stands, then what changes",
    query: z.object({
      since: z.string().optional().describe("A cursor: what changed since, instead of the snapshot"),
      asides: z
        .string()
        .optional()
        .describe(
          "With any value: also what is no change: where something is printed, and that questions have other words",
        ),
    }),
    answer: null,
    socket: {
      says: "First a snapshot, then deltas in order; a snapshot with all its deltas applied is what /v1/panes says. Who falls behind gets a fresh snapshot, never a gap.",
      sends: z.union([StreamMessage, Aside]),
    },
  }),
};

/** Who names a cursor is told what changed since instead of the snapshot; where that is no longer known, why. */
export function openStream(
  words: ReadonlyMap<string, readonly string[]>,
  broadcast: Broadcast,
  feed: ChangeFeed,
  asides: Asides,
): (socket: WebSocket) => void {
  const cursor = words.get("since")?.at(-1);
  const first = cursor === undefined ? null : changeOrFault(cursor, feed);
  return (socket) => {
    serveStream(socket, broadcast, first);
    if (words.has("asides")) serveAsides(socket, asides);
  };
}

/** Calls with each aside, until the function it returns is called. */
export type Asides = (tell: (aside: Aside) => void) => () => void;

/** Whoever is behind does without them, and has it right again after the next connection. */
function serveAsides(socket: WebSocket, asides: Asides): void {
  const leave = asides((aside) => {
    if (socket.bufferedAmount <= BEHIND_BYTES) socket.send(JSON.stringify(aside));
  });
  socket.on("close", leave);
}

/** One subscriber: a snapshot, then deltas in order. One that falls behind is told afresh, never with a gap. */
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
  watchPulse(socket, () => {
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

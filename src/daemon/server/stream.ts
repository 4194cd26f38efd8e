import type { WebSocket } from "ws";
import type { Broadcast } from "../broadcast.ts";

const BEHIND_BYTES = 1024 * 1024;
const PING_MS = 20_000;
const RETRY_MS = 250;

/** One subscriber: a snapshot, then deltas in order. One that falls behind is told afresh, never with a gap. */
export function serveStream(socket: WebSocket, broadcast: Broadcast): void {
  let leave = () => {};
  let retry: NodeJS.Timeout | null = null;
  let alive = true;

  const follow = () => {
    leave = broadcast.subscribe((message) => {
      if (socket.bufferedAmount > BEHIND_BYTES) pause();
      else socket.send(JSON.stringify(message));
    });
  };
  const pause = () => {
    leave();
    retry ??= setInterval(() => {
      if (socket.bufferedAmount > 0) return;
      if (retry !== null) clearInterval(retry);
      retry = null;
      follow();
    }, RETRY_MS);
  };
  const ping = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS);

  socket.on("pong", () => {
    alive = true;
  });
  socket.on("close", () => {
    leave();
    clearInterval(ping);
    if (retry !== null) clearInterval(retry);
  });
  socket.on("error", () => socket.terminate());
  follow();
}

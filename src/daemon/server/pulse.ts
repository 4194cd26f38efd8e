import type { WebSocket } from "ws";

const PING_MS = 20_000;
/** Far more than any stream lets wait by itself. */
const MOST_UNREAD = 32 * 1024 * 1024;

/**
 * Ends a connection whose other side has gone without a word, or asks on and on and reads no answer; and tells when it is
 * over, whyever.
 */
export function watchPulse(socket: WebSocket, onClose: () => void): void {
  let alive = true;
  const ping = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS);
  socket.on("pong", () => {
    alive = true;
  });
  const heed = () => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
  };
  socket.on("ping", heed);
  socket.on("message", heed);
  socket.on("close", () => {
    clearInterval(ping);
    onClose();
  });
  socket.on("error", () => socket.terminate());
}

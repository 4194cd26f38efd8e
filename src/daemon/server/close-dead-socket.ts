import type { WebSocket } from "ws";

const PING_MS = 20_000;
/** Bytes; far more than any stream buffers by itself. */
const MAX_UNREAD = 32 * 1024 * 1024;

/**
 * Terminates a connection whose client no longer responds, or keeps sending without reading the responses. Calls
 * `onClose` when the connection ends, for whatever reason.
 */
export function closeDeadSocket(socket: WebSocket, onClose: () => void): void {
  let alive = true;
  const ping = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS);
  socket.on("pong", () => {
    alive = true;
  });
  const handle = () => {
    if (socket.bufferedAmount > MAX_UNREAD) socket.terminate();
  };
  socket.on("ping", handle);
  socket.on("message", handle);
  socket.on("close", () => {
    clearInterval(ping);
    onClose();
  });
  socket.on("error", () => socket.terminate());
}

import type { WebSocket } from "ws";

const PING_MS = 20_000;

/** Ends a connection whose other side has gone without a word, and tells when it is over, whyever. */
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
  socket.on("close", () => {
    clearInterval(ping);
    onClose();
  });
  socket.on("error", () => socket.terminate());
}

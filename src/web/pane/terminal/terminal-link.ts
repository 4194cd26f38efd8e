import type { TerminalTold } from "../../../core/protocol/terminal.ts";
import { decodeTold, type ToldFrame } from "../../../core/protocol/terminal-frames.ts";
import { backoffMs } from "../../live/backoff.ts";
import type { Surroundings } from "../../live/stream.ts";

export type TerminalLink =
  | { phase: "connecting" }
  | { phase: "live" }
  /** The daemon is there, and has no way to the pane for now. */
  | { phase: "interrupted"; message: string }
  | { phase: "lost"; since: number; retryAt: number }
  /** The daemon's last word. */
  | { phase: "closed"; message: string };

export interface TerminalListener {
  /** Another socket: all that counts bytes begins anew. */
  onSocket(): void;
  onTold(message: TerminalTold): void;
  onFrame(frame: ToldFrame): void;
  onLink(link: TerminalLink): void;
}

export interface TerminalSocket {
  /** Whether it went out: there may be no socket. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  /** With another key, or after the network was away. */
  reopen(): void;
  close(): void;
}

type Parts = Pick<Surroundings, "openSocket" | "now" | "random" | "after">;

/** Keeps one socket to a pane's terminal: opens it, and opens it again whenever it is lost. */
export function openTerminalLink(parts: Parts, listener: TerminalListener): TerminalSocket {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let lostSince: number | null = null;
  let cancelTimer = () => {};

  function connect() {
    cancelTimer();
    const before = socket;
    const opened = parts.openSocket();
    socket = opened;
    before?.close();
    opened.binaryType = "arraybuffer";
    if (lostSince === null) listener.onLink({ phase: "connecting" });
    listener.onSocket();
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== opened) return;
      if (typeof data === "string") hear(data);
      else take(new Uint8Array(data));
    };
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  }

  function hear(text: string) {
    const message = JSON.parse(text) as TerminalTold;
    if (message.type === "bootstrap") {
      attempt = 0;
      lostSince = null;
      listener.onLink({ phase: "live" });
    } else if (message.type === "interrupted")
      listener.onLink({ phase: "interrupted", message: message.error.message });
    else if (message.type === "closed") end(message.error.message);
    listener.onTold(message);
  }

  function take(bytes: Uint8Array) {
    const frame = decodeTold(bytes);
    if (frame !== null) listener.onFrame(frame);
  }

  function lose() {
    socket = null;
    attempt += 1;
    lostSince ??= parts.now();
    const wait = backoffMs(attempt, parts.random());
    cancelTimer = parts.after(wait, connect);
    listener.onLink({ phase: "lost", since: lostSince, retryAt: parts.now() + wait });
  }

  function end(message: string) {
    drop();
    listener.onLink({ phase: "closed", message });
  }

  function drop() {
    cancelTimer();
    const open = socket;
    socket = null;
    open?.close();
  }

  connect();
  return {
    send(data) {
      if (socket?.readyState !== 1) return false;
      socket.send(data);
      return true;
    },
    reopen: connect,
    close: drop,
  };
}

import type { TerminalServerMessage } from "../../../core/protocol/terminal/terminal.ts";
import { decodeServerFrame, type ServerFrame } from "../../../core/protocol/terminal/terminal-frames.ts";
import { parseVisible } from "../../../core/text/parse-visible.ts";
import { backoffMs } from "../../live/backoff.ts";
import type { BrowserEnv } from "../../live/stream.ts";

export type TerminalLink =
  | { phase: "connecting" }
  | { phase: "live" }
  /** The daemon is connected, but cannot reach the pane; it goes on trying. */
  | { phase: "interrupted"; message: string }
  /** `why` is what the daemon has said before. */
  | { phase: "lost"; since: number; retryAt: number; why: string | null }
  /** The daemon has closed the terminal for good. */
  | { phase: "closed"; message: string };

export interface TerminalListener {
  /** A new socket was opened: byte counts start again. */
  onSocket(): void;
  onTold(message: TerminalServerMessage): void;
  onFrame(frame: ServerFrame): void;
  onLink(link: TerminalLink): void;
}

export interface TerminalSocket {
  /** Whether it was sent: there may be no open socket. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  /** Use after the key changed or the network was lost. */
  reopen(): void;
  close(): void;
}

type Parts = Pick<BrowserEnv, "openSocket" | "now" | "random" | "after">;

/** Keeps one socket to a pane's terminal open, reconnecting whenever it is lost. */
export function openTerminalLink(parts: Parts, listener: TerminalListener): TerminalSocket {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let lostSince: number | null = null;
  let why: string | null = null;
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
    const message = parseVisible(text) as TerminalServerMessage;
    if (message.type === "bootstrap") {
      attempt = 0;
      lostSince = null;
      why = null;
      listener.onLink({ phase: "live" });
    } else if (message.type === "interrupted") {
      why = message.error.message;
      listener.onLink({ phase: "interrupted", message: why });
    } else if (message.type === "closed") end(message.error.message);
    listener.onTold(message);
  }

  function take(bytes: Uint8Array) {
    const frame = decodeServerFrame(bytes);
    if (frame !== null) listener.onFrame(frame);
  }

  function lose() {
    socket = null;
    attempt += 1;
    lostSince ??= parts.now();
    const wait = backoffMs(attempt, parts.random());
    cancelTimer = parts.after(wait, connect);
    listener.onLink({ phase: "lost", since: lostSince, retryAt: parts.now() + wait, why });
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

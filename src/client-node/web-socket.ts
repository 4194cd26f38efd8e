import { connect, type Socket } from "node:net";
import type { ErrorBody } from "../core/protocol/base/errors.ts";
import { Fault } from "../core/protocol/base/fault.ts";
import { FrameReader, maskedFrame, OPCODES, randomBytes } from "./frames.ts";

export interface SocketEvents {
  onOpen(): void;
  onMessage(text: string): void;
  onBytes?(bytes: Buffer): void;
  /** Called once, for whatever reason the connection ended, also if the daemon refused it or is not running. */
  onClose(fault: Fault): void;
}

/** Opens a web socket of the daemon's, at a path of its API. */
export type OpensSockets = (path: string, events: SocketEvents) => OpenSocket;

export interface OpenSocket {
  /** At most 125 bytes. */
  send(text: string): void;
  leave(): void;
}

/** More than two of the daemon's ping intervals without data means that the daemon hangs. */
const SILENCE_MS = 50_000;

/** A hand-written WebSocket client for the daemon's unix socket: a library would slow every command that bundles it. */
export function openWebSocket(socketPath: string, path: string, version: string, events: SocketEvents): OpenSocket {
  const socket = connect(socketPath);
  let head: Buffer | null = Buffer.alloc(0);
  let isOver = false;
  const frames = new FrameReader();
  const finish = (fault: Fault) => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    events.onClose(fault);
  };
  const key = randomBytes(16).toString("base64");
  socket.setTimeout(SILENCE_MS, () => finish(down("the daemon has fallen silent")));
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: agtmux\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nagtmux-version: ${version}\r\n\r\n`,
  );
  socket.on("data", (chunk: Buffer) => {
    let bytes = chunk;
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      const split = head.indexOf("\r\n\r\n");
      if (split < 0) return;
      const status = head.toString("latin1", 0, split);
      if (!status.startsWith("HTTP/1.1 101")) return;
      bytes = head.subarray(split + 4);
      head = null;
      events.onOpen();
    }
    for (const frame of frames.feed(bytes)) {
      if (isOver) return;
      if (frame.opcode === OPCODES.text) events.onMessage(frame.payload.toString("utf8"));
      else if (frame.opcode === OPCODES.binary) events.onBytes?.(frame.payload);
      else if (frame.opcode === OPCODES.ping) socket.write(maskedFrame(OPCODES.pong, frame.payload));
      else if (frame.opcode === OPCODES.close) finish(closed(frame.payload));
    }
  });
  socket.once("end", () => finish(head === null || head.length === 0 ? down("the daemon went away") : refusal(head)));
  socket.once("error", (cause: NodeJS.ErrnoException) => {
    const absent = cause.code === "ENOENT" || cause.code === "ECONNREFUSED";
    const words = absent
      ? "no daemon is running: start it with 'agtmux daemon start'"
      : `the daemon went away: ${cause.message}`;
    finish(down(words, absent));
  });
  return {
    send: (text) => socket.write(maskedFrame(OPCODES.text, Buffer.from(text))),
    leave() {
      isOver = true;
      leave(socket);
    },
  };
}

function leave(socket: Socket): void {
  socket.end(maskedFrame(OPCODES.close, Buffer.alloc(0)));
  socket.destroySoon();
}

function down(words: string, absent = false): Fault {
  return new Fault("E_DAEMON_DOWN", words, { absent });
}

/** The daemon sends its error codes as close reasons. */
function closed(payload: Buffer): Fault {
  const reason = payload.toString("utf8", 2);
  if (reason === "E_CURSOR_EXPIRED") return new Fault(reason, "the log no longer reaches back to where we were");
  return down("the daemon closed the stream");
}

function refusal(answer: Buffer): Fault {
  try {
    const { code, message, details } = JSON.parse(answer.toString("utf8", answer.indexOf("\r\n\r\n") + 4)) as ErrorBody;
    return new Fault(code, message, details);
  } catch {
    return down("what answers on the daemon's socket is not agtmuxd");
  }
}

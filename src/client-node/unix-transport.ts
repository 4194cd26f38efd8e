import { connect } from "node:net";
import type { Transport } from "../client/transport.ts";
import type { ErrorBody } from "../core/protocol/base/errors.ts";
import { Fault } from "../core/protocol/base/fault.ts";

const TIMEOUT_MS = 15_000;

export interface UnixTransportOptions {
  socketPath: string;
  /** Our version, sent with every request. */
  version: string;
  /** Called with the daemon's version for every response. */
  onVersion(version: string): void;
}

/** Hand-written HTTP/1.0 over the daemon's socket: loading node:http would cost a third of the command's time. */
export function unixTransport({ socketPath, version, onVersion }: UnixTransportOptions): Transport {
  return async (method, path, { body = "", timeoutMs = TIMEOUT_MS } = {}) => {
    const head = `${method} ${path} HTTP/1.0\r\nHost: agtmux\r\nagtmux-version: ${version}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const answer = await exchange(socketPath, head + body, timeoutMs);
    const split = answer.indexOf("\r\n\r\n");
    if (split < 0)
      throw new Fault("E_DAEMON_DOWN", "the daemon closed the connection without an answer: is it stopping?", {
        socket: socketPath,
      });
    const [statusLine = "", ...headers] = answer.slice(0, split).split("\r\n");
    const theirs = headers.find((line) => line.toLowerCase().startsWith("agtmux-version:"));
    if (theirs === undefined)
      throw new Fault("E_DAEMON_DOWN", `what answers on ${socketPath} is not agtmuxd`, { socket: socketPath });
    onVersion(theirs.slice(theirs.indexOf(":") + 1).trim());
    const value = parseBody(answer.slice(split + 4), socketPath);
    if (/^HTTP\/1\.\d 2/.test(statusLine)) return value;
    const { code, message, details } = value as ErrorBody;
    throw new Fault(code, message, details);
  };
}

function parseBody(body: string, socketPath: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Fault(
      "E_DAEMON_DOWN",
      "the daemon broke off in its answer: is it stopping?",
      { socket: socketPath },
      cause,
    );
  }
}

function exchange(socketPath: string, request: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(socketPath);
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    // not ended: the daemon takes a half-closed connection for a client that left
    socket.write(request);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("end", () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
    socket.once("error", (cause: NodeJS.ErrnoException) => {
      const absent = cause.code === "ENOENT" || cause.code === "ECONNREFUSED";
      const message = absent
        ? "no daemon is running: start it with 'agtmux daemon start'"
        : `the daemon does not answer on ${socketPath}: ${cause.message}`;
      const broken = cause.code === "ECONNRESET" || cause.code === "EPIPE";
      reject(new Fault("E_DAEMON_DOWN", message, { socket: socketPath, absent, broken }, cause));
    });
  });
}

import type { Transport } from "../client/transport.ts";
import type { ErrorBody } from "../core/protocol/base/errors.ts";
import { Fault } from "../core/protocol/base/fault.ts";
import type { OpensSockets } from "./web-socket.ts";

const TIMEOUT_MS = 15_000;
/** The daemon refuses what lacks a key with this status before a web socket is open. */
const NOT_OPENED = 1006;

export interface DaemonLink {
  transport: Transport;
  openSocket: OpensSockets;
}

/** A daemon on another machine, or one that only its port reaches, by a token or a device's key. */
export function urlLink(url: string, token: string): DaemonLink {
  const headers = { authorization: `Bearer ${token}` };
  return {
    transport: async (method, path, { body, timeoutMs = TIMEOUT_MS } = {}) => {
      const response = await reach(new URL(path, url), {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body }),
      });
      const value = await response.json().catch((cause: unknown) => {
        throw new Fault("E_DAEMON_DOWN", `what answers on ${url} is not agtmuxd, or broke off`, { url }, cause);
      });
      if (response.ok) return value;
      const { code, message, details } = value as ErrorBody;
      throw new Fault(code, message, details);
    },
    openSocket(path, { onOpen, onMessage, onClose }) {
      const place = new URL(path, url);
      place.protocol = place.protocol === "https:" ? "wss:" : "ws:";
      // Node's own option: a browser's web socket has no headers
      const socket = new WebSocket(place, { headers } as never);
      let isOver = false;
      const finish = (fault: Fault) => {
        if (isOver) return;
        isOver = true;
        onClose(fault);
      };
      socket.addEventListener("open", () => onOpen());
      socket.addEventListener("message", ({ data }) => onMessage(String(data)));
      socket.addEventListener("close", ({ code, reason }) => finish(closed(url, code, reason)));
      return {
        send: (text) => socket.send(text),
        leave() {
          isOver = true;
          socket.close();
        },
      };
    },
  };
}

async function reach(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError")
      throw new Fault("E_TIMEOUT", "the daemon did not answer in time: it is not known whether it was done", {}, cause);
    const { code = "" } = ((cause as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new Fault(
      "E_DAEMON_DOWN",
      `no daemon answers on ${url.origin}: ${code || (cause as Error).message}`,
      { url: url.origin, absent: code === "ECONNREFUSED", broken: code === "ECONNRESET" || code === "UND_ERR_SOCKET" },
      cause,
    );
  }
}

/** The daemon sends its error codes as close reasons. */
function closed(url: string, code: number, reason: string): Fault {
  if (reason === "E_CURSOR_EXPIRED") return new Fault(reason, "the log no longer reaches back to where we were");
  const words = code === NOT_OPENED ? `the connection to ${url} was cut or refused` : "the daemon closed the stream";
  return new Fault("E_DAEMON_DOWN", words, { url });
}

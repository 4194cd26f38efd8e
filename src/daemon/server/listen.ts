import { chmodSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { chooseProtocol } from "./auth.ts";
import { OWN_DOOR } from "./door.ts";
import { answerTcp, type EntranceOptions, judgeHead, shownByUpgrade } from "./entrance.ts";
import { admit, type Gate, OWN_VISIT, type Visit } from "./gate.ts";
import { serveFetch, urlOf } from "./serve-fetch.ts";
import { statusOf } from "./status-of.ts";

/** What is being answered when the daemon stops gets this long. */
const ANSWER_MS = 500;
/** Whoever is refused has this long to read why. */
const REFUSAL_MS = 2_000;
/** Whoever is too slow with a request is noticed this often. */
const CHECK_MS = 5_000;
/** Together fewer than the descriptors that a process usually may have, with room for pipes. */
const MOST_CONNECTIONS = 400;

export interface ListenOptions extends EntranceOptions {
  /**
   * By their paths; one that cannot be opened throws before it is. A path with a slash at its end is that of all below it:
   * what stands there is the word `ref`.
   */
  streams: Record<string, OpenStream>;
  socketPath: string;
  port: number;
  token: string;
  /** Origins of the user's own proxy, besides loopback. */
  sites: readonly string[];
}

/** Reads what stands after the question mark, and who asks, then serves whoever comes. */
export type OpenStream = (words: Map<string, string[]>, visit: Visit) => (client: WebSocket) => void;

export interface Listening {
  port: number;
  /** Whether it is the port that was asked for: on any other one nobody's proxy leads here. */
  isAsAsked: boolean;
  close(): Promise<void>;
}

/** The API on the unix socket for this user, and on loopback behind the token for the dashboard. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { api, token, sites, devices } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    handleProtocols: chooseProtocol,
  });
  const unix = createServer(
    (request, response) => void serveFetch(request, response, (fetched) => api.fetch(fetched, OWN_DOOR)),
  );
  let isAsAsked = true;
  // whoever has the port that proxies lead to could pass on to us what it is asked for
  const gate = (): Gate => ({ token, sites: isAsAsked ? sites : [], devices, port: portOf(tcp) });
  const tcp = createServer(
    { connectionsCheckingInterval: CHECK_MS },
    (request, response) =>
      void serveFetch(
        request,
        response,
        (fetched) => answerTcp(fetched, options, gate()),
        (head) => judgeHead(head, gate()),
      ),
  );
  for (const server of [unix, tcp]) {
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
    server.maxConnections = MOST_CONNECTIONS;
  }
  const holders = new WeakMap<WebSocket, string | null>();
  const upgrade = (guarded: boolean) => (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // node:http has taken its own listener off: a client that resets now would end the daemon
    socket.on("error", () => socket.destroy());
    const admission = guarded
      ? admit(shownByUpgrade(request), "look", gate())
      : { ok: true as const, visit: OWN_VISIT };
    if (!admission.ok) return refuseUpgrade(socket, admission.status, admission.fault);
    const { visit } = admission;
    devices.noteSeen(visit.device);
    try {
      const serve = openStream(new URL(urlOf(request)), options.streams, visit);
      sockets.handleUpgrade(request, socket, head, (client) => {
        holders.set(client, visit.device);
        serve(client);
      });
    } catch (error) {
      const fault = asFault(error);
      refuseUpgrade(socket, statusOf(fault), fault);
    }
  };
  unix.on("upgrade", upgrade(false));
  tcp.on("upgrade", upgrade(true));
  // what a removed device still types must not arrive: no polite goodbye
  devices.onRemove((id) => {
    for (const client of sockets.clients) if (holders.get(client) === id) client.terminate();
  });

  await claimSocket(options.socketPath);
  await listenOn(unix, { path: options.socketPath });
  chmodSync(options.socketPath, 0o600);
  await listenOn(tcp, { host: "127.0.0.1", port: options.port }).catch((error: NodeJS.ErrnoException) => {
    // the usual port is a convenience: somebody else having it is no reason not to run
    if (error.code !== "EADDRINUSE") throw error;
    isAsAsked = false;
    return listenOn(tcp, { host: "127.0.0.1", port: 0 });
  });
  return {
    port: portOf(tcp),
    isAsAsked,
    async close() {
      for (const client of sockets.clients) client.terminate();
      await Promise.all([unix, tcp].map(closeServer));
    },
  };
}

function openStream(
  { pathname, searchParams }: URL,
  streams: ListenOptions["streams"],
  visit: Visit,
): (client: WebSocket) => void {
  const below = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  const path = Object.hasOwn(streams, pathname) ? pathname : below;
  const open = Object.hasOwn(streams, path) ? streams[path] : undefined;
  if (open === undefined) throw new Fault("E_NOT_FOUND", `no stream at ${pathname}`);
  const words = new Map([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  if (path === below) words.set("ref", [unescaped(pathname.slice(below.length))]);
  return open(words, visit);
}

function unescaped(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    throw new Fault("E_REF_INVALID", `${word} is not written as addresses are: percent-encode it`);
  }
}

/** A socket that a dead daemon left behind is replaced; one that answers is not ours to take. */
async function claimSocket(path: string): Promise<void> {
  const answered = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    // one that is too busy to take the call (EAGAIN) is alive
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
  if (answered)
    throw new Fault("E_SOCKET_IN_USE", `something listens on ${path} already: stop it, or choose another AGTMUX_HOME`, {
      socket: path,
    });
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function listenOn(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), ANSWER_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function refuseUpgrade(socket: Duplex, status: number, fault: Fault): void {
  const body = JSON.stringify(fault.toBody());
  const head = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json`;
  // the limits of node:http no longer hold: one that does not close its half would stay for good
  const giveUp = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(giveUp));
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}

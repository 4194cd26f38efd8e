import { chmodSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { Place } from "../port-holder.ts";
import { chooseProtocol } from "./auth.ts";
import { OWN_DOOR } from "./door.ts";
import { answerTcp, type EntranceOptions, judgeHead, shownByUpgrade } from "./entrance.ts";
import { admit, type Gate, OWN_VISIT, type Visit } from "./gate.ts";
import { claimLoopback, type LoopbackClaim, listenOn, portOf } from "./loopback.ts";
import { serveFetch, urlOf } from "./serve-fetch.ts";
import { statusOf } from "./status-of.ts";

/** What is being answered when the daemon stops gets this long. */
const ANSWER_MS = 500;
/** Whoever is refused has this long to read why. */
const REFUSAL_MS = 2_000;
/** Whoever is too slow with a request is noticed this often. */
const CHECK_MS = 5_000;
/** The user's own: each `watch` and each `wait` holds one. */
const MOST_OVER_SOCKET = 1_000;

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
  /** Where somebody else listens instead of us: what links and proxies lead to may not be us. */
  taken: Place | null;
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
  let claim: LoopbackClaim | null = null;
  // whoever has the port that proxies or `localhost` lead to could pass on to us what it is asked for
  const gate = (): Gate => ({
    ...{ token, devices, port: portOf(v4) },
    sites: claim?.taken === null ? sites : [],
    isV6Taken: claim?.isV6Taken ?? true,
  });
  const answer: RequestListener = (request, response) =>
    void serveFetch(
      request,
      response,
      (fetched) => answerTcp(fetched, options, gate()),
      (head) => judgeHead(head, gate()),
    );
  const v4 = createServer({ connectionsCheckingInterval: CHECK_MS }, answer);
  const v6 = createServer({ connectionsCheckingInterval: CHECK_MS }, answer);
  const servers = [unix, v4, v6];
  for (const server of servers) {
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
  }
  unix.maxConnections = MOST_OVER_SOCKET;
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
  for (const server of [v4, v6]) server.on("upgrade", upgrade(true));
  // what a removed device still types must not arrive: no polite goodbye
  devices.onRemove((id) => {
    for (const client of sockets.clients) if (holders.get(client) === id) client.terminate();
  });

  await claimSocket(options.socketPath);
  await listenOn(unix, { path: options.socketPath });
  chmodSync(options.socketPath, 0o600);
  claim = await claimLoopback({ v4, v6 }, options.port);
  return {
    port: portOf(v4),
    taken: claim.taken,
    async close() {
      // a stream has something to write down when it ends
      const ended = [...sockets.clients].map((client) => new Promise((resolve) => client.once("close", resolve)));
      for (const client of sockets.clients) client.terminate();
      await Promise.all([...ended, ...servers.map(closeServer)]);
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

function refuseUpgrade(socket: Duplex, status: number, fault: Fault): void {
  const body = JSON.stringify(fault.toBody());
  const head = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json`;
  // the limits of node:http no longer hold: one that does not close its half would stay for good
  const giveUp = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(giveUp));
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}

import { chmodSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { statusOf } from "../../core/protocol/base/status-of.ts";
import type { Place } from "../access/port-holder.ts";
import { chooseProtocol } from "./auth.ts";
import { admit, type Gate, OWNER, type Principal } from "./gate.ts";
import { claimLoopback, descriptorOf, type Inherited, type LoopbackClaim, listenOn, portOf } from "./loopback.ts";
import { loopbackNames } from "./names.ts";
import { onAccessRevoked } from "./on-access-revoked.ts";
import { OWNER_CONTEXT } from "./request-context.ts";
import { serveFetch, urlOf } from "./serve-fetch.ts";
import { authorizeHeaders, handleTcpRequest, shownByUpgrade, type TcpHandlerOptions } from "./tcp-handler.ts";

/** How long requests in progress may take when the daemon stops. */
const ANSWER_MS = 500;
/** How long a refused client may take to read the reason. */
const REFUSAL_MS = 2_000;
/** How often slow requests are checked for timeouts. */
const CHECK_MS = 5_000;
/** For the user's own socket: each `watch` and each `wait` holds a connection. */
const MAX_OVER_SOCKET = 1_000;
const MAX_OVER_PROXY = 400;

export interface ListenOptions extends TcpHandlerOptions {
  /**
   * WebSocket handlers by path; they throw before the upgrade if they cannot open. A path that ends in a slash matches
   * everything below it, passed as query parameter `ref`.
   */
  streams: Record<string, OpenStream>;
  socketPath: string;
  /** Unix socket for the user's own proxy; unlike a port, no other user can listen there. */
  proxyPath: string;
  port: number;
  /** Listening sockets inherited from the previous daemon. */
  inherited?: Inherited | null;
  /** Origins of the user's own proxy, besides loopback. */
  sites: readonly string[];
  /** Whether those origins are also served on the TCP port. */
  sitesOverTcp: boolean;
  /** The label of our host name in browsers; called once it is known whether the port was ours without interruption. */
  labelFor(isUnbroken: boolean): string;
}

/** Validates query parameters and client, and returns the handler for the opened socket. */
export type OpenStream = (words: Map<string, string[]>, principal: Principal) => (client: WebSocket) => void;

export interface Listening {
  port: number;
  /** Host where browsers on this machine may act; null where another process may receive the requests. */
  own: string | null;
  label: string;
  /** The address that another process holds instead of us: links and proxies may lead to that process. */
  taken: Place | null;
  /** The TCP listening sockets, for the next daemon; only while we listen. */
  descriptors(): Inherited;
  close(): Promise<void>;
}

/** Serves the API on the unix socket for this user, and on loopback, with authentication, for the dashboard. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { api, token, sites, devices } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    handleProtocols: chooseProtocol,
  });
  const unix = createServer(
    (request, response) => void serveFetch(request, response, (fetched) => api.fetch(fetched, OWNER_CONTEXT)),
  );
  let claim: LoopbackClaim | null = null;
  let label: string | null = null;
  // a process that holds the port that proxies or `localhost` lead to could relay requests to us
  const portGate = (): Gate => ({
    ...{ token: token.value, devices, port: portOf(v4) },
    ...loopbackNames(portOf(v4), label, claim?.isV6Taken ?? true),
    sites: options.sitesOverTcp && claim?.taken === null ? sites : [],
  });
  const proxyGate = (): Gate => ({ ...portGate(), own: null, plain: [], sites });
  const guarded =
    (gate: () => Gate): RequestListener =>
    (request, response) =>
      void serveFetch(
        request,
        response,
        (fetched) => handleTcpRequest(fetched, options, gate(), gate === portGate),
        (head) => authorizeHeaders(head, gate()),
      );
  const v4 = createServer({ connectionsCheckingInterval: CHECK_MS }, guarded(portGate));
  const v6 = createServer({ connectionsCheckingInterval: CHECK_MS }, guarded(portGate));
  const proxy = createServer({ connectionsCheckingInterval: CHECK_MS }, guarded(proxyGate));
  proxy.maxConnections = MAX_OVER_PROXY;
  const servers = [unix, v4, v6, proxy];
  for (const server of servers) {
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
  }
  unix.maxConnections = MAX_OVER_SOCKET;
  const upgrade = (gate: (() => Gate) | null) => (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // node:http has removed its own error listener: a connection reset would crash the daemon
    socket.on("error", () => socket.destroy());
    const admission =
      gate === null ? { ok: true as const, principal: OWNER } : admit(shownByUpgrade(request), "look", gate());
    if (!admission.ok) return refuseUpgrade(socket, admission.status, admission.fault);
    const { principal } = admission;
    devices.noteSeen(principal.device);
    try {
      const serve = openStream(new URL(urlOf(request)), options.streams, principal);
      sockets.handleUpgrade(request, socket, head, (client) => {
        // terminate instead of close: input that a removed device has in flight must not arrive
        client.once(
          "close",
          onAccessRevoked(principal, options, () => client.terminate()),
        );
        serve(client);
      });
    } catch (error) {
      const fault = asFault(error);
      refuseUpgrade(socket, statusOf(fault), fault);
    }
  };
  unix.on("upgrade", upgrade(null));
  for (const server of [v4, v6]) server.on("upgrade", upgrade(portGate));
  proxy.on("upgrade", upgrade(proxyGate));

  await listenPrivately(unix, options.socketPath);
  if (sites.length > 0) await listenPrivately(proxy, options.proxyPath);
  const claimed = await claimLoopback({ v4, v6 }, options.port, options.inherited);
  label = options.labelFor(claimed.isUnbroken);
  claim = claimed;
  return {
    port: portOf(v4),
    own: loopbackNames(portOf(v4), label, claimed.isV6Taken).own,
    label,
    taken: claimed.taken,
    descriptors: () => ({ port: portOf(v4), v4: descriptorOf(v4) as number, v6: descriptorOf(v6) }),
    async close() {
      // streams write an audit record when they close
      const ended = [...sockets.clients].map((client) => new Promise((resolve) => client.once("close", resolve)));
      for (const client of sockets.clients) client.terminate();
      await Promise.all([...ended, ...servers.map(closeServer)]);
    },
  };
}

function openStream(
  { pathname, searchParams }: URL,
  streams: ListenOptions["streams"],
  principal: Principal,
): (client: WebSocket) => void {
  const below = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  const path = Object.hasOwn(streams, pathname) ? pathname : below;
  const open = Object.hasOwn(streams, path) ? streams[path] : undefined;
  if (open === undefined) throw new Fault("E_NOT_FOUND", `no stream at ${pathname}`);
  const words = new Map([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  if (path === below) words.set("ref", [unescaped(pathname.slice(below.length))]);
  return open(words, principal);
}

function unescaped(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    throw new Fault("E_REF_INVALID", `${word} is not written as addresses are: percent-encode it`);
  }
}

async function listenPrivately(server: Server, path: string): Promise<void> {
  await claimSocket(path);
  await listenOn(server, { path });
  chmodSync(path, 0o600);
}

/** Removes a socket that a dead daemon left behind; throws if another process answers on it. */
async function claimSocket(path: string): Promise<void> {
  const answered = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    // a process too busy to accept (EAGAIN) is alive
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
    if (!server.listening) return resolve();
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
  const head = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json`;
  // timeouts of node:http no longer apply: a client that never closes its half would stay open forever
  const giveUp = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(giveUp));
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}

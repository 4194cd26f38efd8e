import { chmodSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { type WebSocket, WebSocketServer } from "ws";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { statusOf } from "./api.ts";
import { sameSecret } from "./auth.ts";
import { foreignness, type GateRequest, refusal, sessionCookie } from "./gate.ts";
import { readPage } from "./page.ts";
import { serveFetch, urlOf } from "./serve-fetch.ts";

/** What is being answered when the daemon stops gets this long. */
const ANSWER_MS = 500;

export interface ListenOptions {
  api: Hono;
  /** By their paths; one that cannot be opened throws before it is. */
  streams: Record<string, OpenStream>;
  socketPath: string;
  port: number;
  token: string;
  webRoot: string;
}

/** Reads what stands after the question mark, then serves whoever comes. */
export type OpenStream = (words: Map<string, string[]>) => (client: WebSocket) => void;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** The API on the unix socket for this user, and on loopback behind the token for the dashboard. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 * 1024 });
  const unix = createServer(
    (request, response) => void serveFetch(request, response, (fetched) => options.api.fetch(fetched)),
  );
  const tcp = createServer(
    (request, response) => void serveFetch(request, response, (fetched) => answerTcp(fetched, options, portOf(tcp))),
  );
  for (const server of [unix, tcp]) {
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
  }
  const upgrade = (guarded: boolean) => (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // node:http has taken its own listener off: a client that resets now would end the daemon
    socket.on("error", () => socket.destroy());
    const refused = guarded ? refusal(gateOf(request), options.token, portOf(tcp)) : null;
    if (refused !== null) return refuseUpgrade(socket, refused.status, refused.fault);
    try {
      const serve = openStream(new URL(urlOf(request)), options.streams);
      sockets.handleUpgrade(request, socket, head, serve);
    } catch (error) {
      const fault = asFault(error);
      refuseUpgrade(socket, statusOf(fault), fault);
    }
  };
  unix.on("upgrade", upgrade(false));
  tcp.on("upgrade", upgrade(true));

  await claimSocket(options.socketPath);
  await listenOn(unix, { path: options.socketPath });
  chmodSync(options.socketPath, 0o600);
  await listenOn(tcp, { host: "127.0.0.1", port: options.port }).catch((error: NodeJS.ErrnoException) => {
    // the usual port is a convenience: somebody else having it is no reason not to run
    if (error.code !== "EADDRINUSE") throw error;
    return listenOn(tcp, { host: "127.0.0.1", port: 0 });
  });
  return {
    port: portOf(tcp),
    async close() {
      for (const client of sockets.clients) client.terminate();
      await Promise.all([unix, tcp].map(closeServer));
    },
  };
}

function openStream({ pathname, searchParams }: URL, streams: ListenOptions["streams"]): (client: WebSocket) => void {
  const open = Object.hasOwn(streams, pathname) ? streams[pathname] : undefined;
  if (open === undefined) throw new Fault("E_NOT_FOUND", `no stream at ${pathname}`);
  return open(new Map([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])));
}

async function answerTcp(request: Request, { api, token, webRoot }: ListenOptions, port: number): Promise<Response> {
  const url = new URL(request.url);
  const gate = gateOfFetch(request);
  const foreign = foreignness(gate, port);
  if (foreign !== null) return Response.json(foreign.toBody(), { status: 403 });
  if (url.pathname === "/" && sameSecret(url.searchParams.get("token"), token)) {
    // the key leaves the address bar at once: it would live on in histories and screenshots
    return new Response(null, {
      status: 302,
      headers: { location: "/", "set-cookie": sessionCookie(token, port), "referrer-policy": "no-referrer" },
    });
  }
  const page = request.method === "GET" || request.method === "HEAD" ? readPage(webRoot, url.pathname) : null;
  if (page !== null) return page;
  const refused = refusal(gate, token, port);
  if (refused !== null) return Response.json(refused.fault.toBody(), { status: refused.status });
  return api.fetch(request);
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

function gateOf({ headers }: IncomingMessage): GateRequest {
  const { host, origin, cookie, authorization } = headers;
  return { host, origin, cookie, authorization, reads: true };
}

function gateOfFetch({ headers, method }: Request): GateRequest {
  return {
    reads: method === "GET" || method === "HEAD",
    host: headers.get("host"),
    origin: headers.get("origin"),
    cookie: headers.get("cookie"),
    authorization: headers.get("authorization"),
  };
}

function refuseUpgrade(socket: Duplex, status: number, fault: Fault): void {
  const body = JSON.stringify(fault.toBody());
  const head = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type NetConnectOpts, type Socket } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { Devices } from "../access/devices.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { type Listening, listen } from "./listen.ts";
import { listenOn } from "./loopback.ts";

const HAS_V6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
const SITE = "https://agents.example.com";
const LABEL = "0a1b2c3d4e5f60718293";

interface Served extends Listening {
  dir: string;
  socketPath: string;
  /** Greets at this address with this Host header; resolves to the status. */
  greet(address: string, host: string): Promise<number>;
}

async function served(port = 0, sitesOverTcp = true): Promise<Served> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-listen-"));
  const socketPath = join(dir, "s");
  const api = new Hono().post("/v1/greet", (context) => context.json({}));
  const devices = new Devices(openMemoryStore(), { now: () => 0 });
  const listening = await listen({
    ...{ api, devices, socketPath, port },
    streams: {},
    webRoot: dir,
    token: { value: "ab".repeat(24), onRotate: () => () => undefined },
    sites: [SITE],
    sitesOverTcp,
    proxyPath: join(dir, "p"),
    labelFor: () => LABEL,
  });
  onTestFinished(async () => {
    await listening.close();
    rmSync(dir, { recursive: true });
  });
  return {
    ...listening,
    ...{ dir, socketPath },
    greet: (address, host) => greet({ host: address, port: listening.port }, host),
  };
}

function greet(where: { host: string; port: number } | { socketPath: string }, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, path: "/v1/greet", method: "POST", headers: { host }, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject).end("{}");
  });
}

/** Another process on ::1 that forwards requests to the same port of 127.0.0.1 with the same Host. */
async function relayOnV6(): Promise<number> {
  const server: Server = createServer(({ url, method, headers }, answer) => {
    const { port } = server.address() as AddressInfo;
    const passed = request({ host: "127.0.0.1", port, path: url, method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500);
      from.pipe(answer);
    });
    passed.on("error", () => answer.destroy()).end("{}");
  });
  await listenOn(server, { host: "::1", port: 0 });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Opens `count` idle connections; resolves to how many of them are still open once the last one was decided. */
async function keptOf(count: number, where: (index: number) => NetConnectOpts): Promise<number> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  let gone = 0;
  for (let index = 0; index < count; index += 1) {
    const socket = connect(where(index));
    sockets.push(socket);
    socket.on("error", () => undefined).on("close", () => (gone += 1));
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  }
  const last = connect(where(count)).on("error", () => undefined);
  sockets.push(last);
  last.write("GET / HTTP/1.1\r\nHost: nobody\r\nConnection: close\r\n\r\n");
  last.resume();
  await new Promise((resolve) => last.once("close", resolve));
  return count - gone;
}

describe.skipIf(!HAS_V6)("on a machine with an IPv6 loopback (skipped: there is none here)", () => {
  it("[SC12] the port is ours at both addresses that localhost may mean, until it is closed", async () => {
    const { port, taken, greet: greeted, close } = await served();
    expect(taken).toBeNull();
    for (const address of ["127.0.0.1", "::1"])
      for (const name of ["127.0.0.1", "localhost", "[::1]"])
        expect([address, name, await greeted(address, `${name}:${port}`)]).toEqual([address, name, 200]);
    expect(await greeted("::1", "evil.example")).toBe(403);
    await close();
    for (const host of ["127.0.0.1", "::1"] as const) {
      const next = createServer();
      await listenOn(next, { host, port });
      next.close();
    }
  });

  it("[SC12] a greeting passed on by another program on ::1 is answered under no name that leads to it", async () => {
    const port = await relayOnV6();
    const daemon = await served(port);
    expect([daemon.port, daemon.taken]).toEqual([port, { host: "::1", port }]);
    for (const name of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, "agents.example.com"])
      expect([name, await greet({ host: "::1", port }, name)]).toEqual([name, 403]);
    expect(await daemon.greet("127.0.0.1", `127.0.0.1:${port}`)).toBe(200);
  });

  it("[SC7] 400 connections are taken over TCP, both addresses together, and more over the user's own socket", async () => {
    const { port, socketPath } = await served();
    expect(await keptOf(450, (index) => ({ host: index % 2 === 0 ? "127.0.0.1" : "::1", port }))).toBe(400);
    expect(await keptOf(450, () => ({ path: socketPath }))).toBe(450);
  });
});

it("[SC12] where somebody has the port on 127.0.0.1, another one is taken and no proxy's name answered", async () => {
  const other = createServer();
  await listenOn(other, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const daemon = await served(port);
  expect(daemon.port).not.toBe(port);
  expect(daemon.taken).toEqual({ host: "127.0.0.1", port });
  expect(await daemon.greet("127.0.0.1", "agents.example.com")).toBe(403);
  expect(await daemon.greet("127.0.0.1", `localhost:${daemon.port}`)).toBe(200);
});

it("[SC17] what the user's proxy serves is answered on its own socket, and on the port only where that is said", async () => {
  const { dir, port, greet: greeted } = await served(0, false);
  expect(await greeted("127.0.0.1", "agents.example.com")).toBe(403);
  expect(statSync(join(dir, "p")).mode & 0o777).toBe(0o600);
  const proxied = (host: string) => greet({ socketPath: join(dir, "p") }, host);
  expect(await proxied("agents.example.com")).toBe(200);
  for (const host of [`127.0.0.1:${port}`, `${LABEL}.localhost:${port}`, "evil.example"])
    expect([host, await proxied(host)]).toEqual([host, 403]);
});

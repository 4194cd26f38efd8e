import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { Devices } from "../../src/daemon/access/devices.ts";
import { Pairing } from "../../src/daemon/access/pairing.ts";
import { Broadcast } from "../../src/daemon/publish/broadcast.ts";
import { Fleet } from "../../src/daemon/publish/fleet.ts";
import { type Backend, createApi } from "../../src/daemon/server/api.ts";
import { devicesBackend } from "../../src/daemon/server/devices-backend.ts";
import { type Listening, listen } from "../../src/daemon/server/listen.ts";
import { OwnToken } from "../../src/daemon/server/own-token.ts";
import { serveStream } from "../../src/daemon/server/stream.ts";
import { openMemoryStore } from "../../src/daemon/store/memory-store.ts";
import { sandbox } from "./sandbox.ts";

export interface PageServer {
  /** The dashboard's link; works for one browser. */
  link: string;
  newLink(): string;
  fleet: Fleet;
  broadcast: Broadcast;
  /** Changes panes and broadcasts them at once. */
  change(...panes: PaneItem[]): void;
}

/** The built page behind the real server, with panes that the test makes up. */
export async function servePage(panes: PaneItem[]): Promise<PageServer> {
  const { close, ...server } = await startPageServer(panes, sandbox().dir);
  onTestFinished(close);
  return server;
}

/** The same, closed by the caller; its socket is in `dir`. */
export async function startPageServer(
  panes: PaneItem[],
  dir: string,
): Promise<PageServer & { close(): Promise<void> }> {
  const fleet = new Fleet("e", 0);
  fleet.apply({ changed: panes, removed: [] }, 1);
  const clock = { now: () => Date.now() };
  const broadcast = new Broadcast({ fleet, clock, quietMs: 100, mostMs: 500, onFault: rethrow });
  const devices = new Devices(openMemoryStore(), clock);
  const token = new OwnToken(`${dir}/token`);
  const pairing = new Pairing(clock);
  const backend = devicesBackend({
    devices,
    pairing,
    token,
    publicUrl: "",
    sitesOverTcp: false,
    listening: () => listening,
  });
  const api = createApi({ status: () => ({}), devices: backend } as unknown as Backend, "1.2.3");
  const webRoot = resolve(import.meta.dirname, "../../dist/web");
  const streams = { "/v1/stream": () => (client: WebSocket) => serveStream(client, broadcast) };
  const door = { port: 0, token, sites: [], sitesOverTcp: false, labelFor: () => "0a1b2c", devices };
  const listening: Listening = await listen({
    api,
    streams,
    socketPath: `${dir}/s`,
    proxyPath: `${dir}/p`,
    webRoot,
    ...door,
  });
  let version = 1;
  return {
    link: backend.openLink().link,
    newLink: () => backend.openLink().link,
    fleet,
    broadcast,
    change(...changed) {
      version += 1;
      fleet.apply({ changed, removed: [] }, version);
      broadcast.publish({ changed, removed: [] }, "at once");
    },
    close: () => listening.close(),
  };
}

function rethrow(error: unknown): never {
  throw error;
}

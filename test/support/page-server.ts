import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import type { PaneItem } from "../../src/core/protocol/lists.ts";
import { Broadcast } from "../../src/daemon/broadcast.ts";
import { Devices } from "../../src/daemon/devices.ts";
import { Fleet } from "../../src/daemon/fleet.ts";
import { type Backend, createApi } from "../../src/daemon/server/api.ts";
import { listen } from "../../src/daemon/server/listen.ts";
import { serveStream } from "../../src/daemon/server/stream.ts";
import { openMemoryStore } from "../../src/daemon/store/memory-store.ts";
import { sandbox } from "./sandbox.ts";

const TOKEN = "ab".repeat(24);

export interface PageServer {
  /** The dashboard's link. */
  link: string;
  fleet: Fleet;
  broadcast: Broadcast;
  /** Panes change, and everybody is told at once. */
  change(...panes: PaneItem[]): void;
}

/** The built page behind the real server, with panes that a test makes up. */
export async function servePage(panes: PaneItem[]): Promise<PageServer> {
  const { close, ...server } = await startPageServer(panes, sandbox().dir);
  onTestFinished(close);
  return server;
}

/** The same for whoever closes it himself; its socket is in `dir`. */
export async function startPageServer(
  panes: PaneItem[],
  dir: string,
): Promise<PageServer & { close(): Promise<void> }> {
  const fleet = new Fleet("e", 0);
  fleet.apply({ changed: panes, removed: [] }, 1);
  const clock = { now: () => Date.now() };
  const broadcast = new Broadcast({ fleet, clock, quietMs: 100, mostMs: 500, onFault: rethrow });
  const devices = new Devices(openMemoryStore(), clock);
  const api = createApi({ status: () => ({}), devices } as unknown as Backend, "1.2.3");
  const webRoot = resolve(import.meta.dirname, "../../dist/web");
  const streams = { "/v1/stream": () => (client: WebSocket) => serveStream(client, broadcast) };
  const door = { port: 0, token: TOKEN, sites: [], devices };
  const listening = await listen({ api, streams, socketPath: `${dir}/s`, webRoot, ...door });
  let version = 1;
  return {
    link: `http://127.0.0.1:${listening.port}/?token=${TOKEN}`,
    fleet,
    broadcast,
    change(...changed) {
      version += 1;
      fleet.apply({ changed, removed: [] }, version);
      broadcast.tell({ changed, removed: [] }, true);
    },
    close: () => listening.close(),
  };
}

function rethrow(error: unknown): never {
  throw error;
}

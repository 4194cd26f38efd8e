import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../client/client.ts";
import { asFault, Fault } from "../core/protocol/base/fault.ts";
import type { State } from "../core/protocol/base/state.ts";
import type { PaneItem } from "../core/protocol/lists/lists.ts";
import { homeDirectory } from "./home-directory.ts";
import { patientTransport } from "./patient-transport.ts";
import { unixTransport } from "./unix-transport.ts";
import { untilState } from "./until-state.ts";
import { type DaemonLink, urlLink } from "./url-link.ts";
import { type PanesPicture, watchPanes } from "./watched-panes.ts";
import { openWebSocket } from "./web-socket.ts";

declare const __AGTMUX_VERSION__: string;

export { Fault } from "../core/protocol/base/fault.ts";

export interface ConnectOptions {
  home?: string | undefined;
  url?: string | undefined;
  token?: string | undefined;
  patienceMs?: number | undefined;
}

export interface Agtmux extends Client {
  watch(options?: { signal?: AbortSignal }): AsyncGenerator<PanesPicture, void, void>;
  waitFor(ref: string, states: State | readonly State[], options?: WaitOptions): Promise<PaneItem>;
  lastWords(ref: string): Promise<string>;
}

interface WaitOptions {
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const PATIENCE_MS = 10_000;

/** A client of the daemon: over its socket on this machine, or by URL and token. Rejects if no daemon answers. */
export async function connect(options: ConnectOptions = {}): Promise<Agtmux> {
  const link = await linkOf(options);
  const client = createClient(patientTransport(link.transport, options.patienceMs ?? PATIENCE_MS));
  await client.health();
  return {
    ...client,
    watch: ({ signal = new AbortController().signal } = {}) => watchPanes(link, signal),
    async waitFor(ref, states, { timeoutMs, signal } = {}) {
      const limits = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)];
      const pane = await findPane(client, ref);
      await untilState(link, pane, [states].flat(), {
        signal: AbortSignal.any(limits.filter((each) => each !== undefined)),
      });
      return findPane(client, pane.ref);
    },
    lastWords: (ref) => lastWords(client, ref),
  };
}

async function linkOf({ home, url, token }: ConnectOptions): Promise<DaemonLink> {
  const folder = homeDirectory(home);
  if (url !== undefined) return urlLink(url, token ?? (await tokenIn(folder)));
  const socketPath = join(folder, "agtmuxd.sock");
  const version = __AGTMUX_VERSION__;
  return {
    transport: unixTransport({ socketPath, version, onVersion: () => undefined }),
    openSocket: (path, events) => openWebSocket(socketPath, path, version, events),
  };
}

async function tokenIn(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, "token"), "utf8")).trim();
  } catch (cause) {
    throw new Fault("E_UNAUTHORIZED", `connect: give a token with the url: there is none in ${folder}`, {}, cause);
  }
}

/** An agent that keeps no conversation has said at least what its state came with. */
async function lastWords(client: Client, ref: string): Promise<string> {
  try {
    const { pieces } = await client.conversation({ ref, turns: 1 });
    return pieces.flatMap((piece) => (piece.kind === "words" && piece.run === null ? [piece.text] : [])).at(-1) ?? "";
  } catch (error) {
    if (asFault(error).code !== "E_NO_CONVERSATION") throw error;
    return (await findPane(client, ref)).message;
  }
}

async function findPane(client: Client, ref: string): Promise<PaneItem> {
  const { items } = await client.panes();
  return items.find((pane) => pane.ref === ref) ?? (await client.explain(ref)).pane;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../client/client.ts";
import { unixTransport } from "../../client-node/unix-transport.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { withLink } from "../common/with-link.ts";
import { type DemoPlace, openDemoPlace, startDemoAgents } from "../demo/demo-place.ts";
import { DEMO } from "../tables/demo.ts";

const START_MS = 60_000;
const TIDY_MS = 20_000;

/** Runs pretend agents on their own tmux server and daemon until it is ended, then removes everything. */
export async function demoCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(DEMO, args);
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const place = openDemoPlace(__dirname);
  try {
    startDemoAgents(place, __dirname);
    const { dashboard } = await daemonOf(place, context.version, ended.signal);
    if (dashboard === null) throw new Fault("E_INTERNAL", "the demo's daemon has no port");
    context.out(`A demo with pretend agents: answer them, type for them, look why they are what they are.

  dashboard  ${dashboard}
  tmux       tmux -L ${place.socketName} attach
  commands   AGTMUX_HOME=${place.home} agtmux watch

Ctrl-C ends it and removes everything.`);
    if (context.isTerminal && !values["no-open"]) openInBrowser(dashboard);
    const keeperEnded = once(place.keeper, "exit", { signal: ended.signal }).catch(() => undefined);
    await keeperEnded;
    if (!ended.signal.aborted) throw new Fault("E_INTERNAL", "the demo's daemon was ended by somebody");
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    await tidyUp(place, context);
  }
}

/** Retries until the daemon, which takes a while to start, answers. */
async function daemonOf({ home }: DemoPlace, version: string, signal: AbortSignal): Promise<DaemonStatus> {
  const socketPath = join(home, "agtmuxd.sock");
  const client = createClient(unixTransport({ socketPath, version, onVersion: () => undefined }));
  for (const deadline = Date.now() + START_MS; ; ) {
    try {
      return await withLink(await client.health(), client);
    } catch (error) {
      if (asFault(error).code !== "E_DAEMON_DOWN" || Date.now() > deadline) throw error;
    }
    await sleep(100, undefined, { signal });
  }
}

/** Closing the keeper's standard input makes it clean up and exit. */
async function tidyUp({ keeper, dir }: DemoPlace, context: Context): Promise<void> {
  if (keeper.exitCode !== null || keeper.pid === undefined) return;
  const gone = once(keeper, "exit", { signal: AbortSignal.timeout(TIDY_MS) });
  keeper.stdin?.end();
  const [code] = (await gone.catch(() => [1])) as [number | null];
  if (code !== 0) context.note(`agtmux: not all of the demo could be removed: see ${dir}`);
}

/** Opens the link where there is a desktop. A failure is ignored, because the link is also printed. */
function openInBrowser(link: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = process.platform === "darwin" ? "open" : DISPLAY || WAYLAND_DISPLAY ? "xdg-open" : null;
  if (opener === null) return;
  const child = spawn(opener, [link], { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}

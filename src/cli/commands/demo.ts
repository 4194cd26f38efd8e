import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../client/client.ts";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { type DemoPlace, openCast, openDemoPlace } from "../demo/demo-place.ts";
import { readOptions } from "../options.ts";
import { unixTransport } from "../unix-transport.ts";

const START_MS = 60_000;
const TIDY_MS = 20_000;

/** Pretend agents on a tmux server and a daemon of their own, until it is ended; then nothing of it is left. */
export async function demoCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions("demo", args, { options: { "no-open": { type: "boolean" } } });
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const place = openDemoPlace(__dirname);
  try {
    openCast(place, __dirname);
    const { dashboard } = await daemonOf(place, context.version, ended.signal);
    if (dashboard === null) throw new Fault("E_INTERNAL", "the demo's daemon has no port");
    context.out(`A demo with pretend agents: answer them, type for them, look why they are what they are.

  dashboard  ${dashboard}
  tmux       tmux -L ${place.socketName} attach
  commands   AGTMUX_HOME=${place.home} agtmux list panes

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

/** The daemon takes its time to come up; the first answer is enough. */
async function daemonOf({ home }: DemoPlace, version: string, signal: AbortSignal): Promise<DaemonStatus> {
  const socketPath = join(home, "agtmuxd.sock");
  const client = createClient(unixTransport({ socketPath, version, onVersion: () => undefined }));
  for (const deadline = Date.now() + START_MS; ; ) {
    try {
      return await client.health();
    } catch (error) {
      if (asFault(error).code !== "E_DAEMON_DOWN" || Date.now() > deadline) throw error;
    }
    await sleep(100, undefined, { signal });
  }
}

/** The keeper has no more to wait for when its standard input ends. */
async function tidyUp({ keeper, dir }: DemoPlace, context: Context): Promise<void> {
  if (keeper.exitCode !== null || keeper.pid === undefined) return;
  const gone = once(keeper, "exit", { signal: AbortSignal.timeout(TIDY_MS) });
  keeper.stdin?.end();
  const [code] = (await gone.catch(() => [1])) as [number | null];
  if (code !== 0) context.note(`agtmux: not all of the demo could be removed: see ${dir}`);
}

/** Where there is a desktop; that it does not open is no trouble: the link is printed. */
function openInBrowser(link: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = process.platform === "darwin" ? "open" : DISPLAY || WAYLAND_DISPLAY ? "xdg-open" : null;
  if (opener === null) return;
  const child = spawn(opener, [link], { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}

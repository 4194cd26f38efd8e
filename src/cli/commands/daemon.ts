import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { checkStart } from "../check-start.ts";
import type { Context } from "../context.ts";
import { loadBundle } from "../load-bundle.ts";
import { readOptions } from "../options.ts";
import { renderStatus } from "../render/status.ts";
import { START_MS, spawnDaemon } from "../spawn-daemon.ts";

const STOP_MS = 20_000;
const LOOK_MS = 20;
const RETRY_MS = 100;

/** run, start, stop, restart, status. */
export async function daemonCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("daemon", args, {
    allowPositionals: true,
    options: { json: { type: "boolean" }, port: { type: "string" } },
  });
  const [action, ...rest] = positionals;
  if (rest.length > 0)
    throw new Fault("E_USAGE", `"${rest[0]}" is one word too many; 'agtmux help daemon' shows what there is`);
  const flags = [
    ...(context.tmuxSocket ? ["--tmux-socket", context.tmuxSocket] : []),
    ...(values.port === undefined ? [] : ["--port", values.port]),
  ];
  switch (action) {
    case "run":
      process.argv = [process.argv[0] as string, "agtmuxd", ...flags];
      loadBundle("daemon");
      return;
    case "start": {
      const running = await start(flags, context);
      if (values.port !== undefined && values.port !== "0" && values.port !== String(running.port))
        context.note(
          `agtmux: the daemon listens on port ${running.port}, not ${values.port}: restart it, or free that port`,
        );
      return show(running, values.json, context);
    }
    case "restart":
      return show(await restart(flags, context), values.json, context);
    case "stop":
      return context.out((await stop(context)) ? "agtmuxd has stopped" : "agtmuxd was not running");
    case "status":
      return show(await status(context), values.json, context);
    default:
      throw new Fault(
        "E_USAGE",
        `daemon wants one of run, start, stop, restart, status${action === undefined ? "" : `, not "${action}"`}`,
      );
  }
}

function show(status: DaemonStatus, json: boolean | undefined, context: Context): void {
  context.out(json ? JSON.stringify(status) : renderStatus(status));
}

/** Whatever a new daemon would refuse is found while the old one still runs: it goes on then. */
async function restart(flags: string[], context: Context): Promise<DaemonStatus> {
  const pid = await pidOfDaemon(context);
  const fault = pid === null ? null : await checkStart(flags);
  if (fault !== null) {
    const after = `The daemon was not restarted: the one that runs (pid ${pid}) goes on as before. Correct this, then run 'agtmux daemon restart' again.`;
    throw new Fault(fault.code, `${fault.message}\n${after}`, fault.details);
  }
  const stopped = await stop(context);
  try {
    return await start(flags, context);
  } catch (error) {
    if (!stopped) throw error;
    const { code, message, details } = asFault(error);
    throw new Fault(code, `${message}\n${code === "E_DAEMON_DOWN" ? NOT_UP_YET : NONE_RUNS}`, details);
  }
}

const NONE_RUNS =
  "No daemon runs now: the old one had stopped before the new one failed. Correct this, then run 'agtmux daemon start'.";
const NOT_UP_YET = "The old daemon has stopped, and the new one does not answer yet: 'agtmux daemon status' tells.";

/** Returns when the daemon answers; one that answers already is left alone. */
async function start(flags: string[], context: Context): Promise<DaemonStatus> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const now = await status(context);
    if (now.running) return now;
    const fault = await spawnDaemon(flags, context);
    if (fault === null) return context.client.health();
    if (fault.code !== "E_DAEMON_RUNNING") throw new Fault(fault.code, fault.message, fault.details);
    // another one holds the home: it comes up and will answer, or it goes down and makes room for ours
    await sleep(RETRY_MS);
  }
  throw new Fault("E_DAEMON_DOWN", `another agtmuxd holds ${context.home}, but does not answer`);
}

/** Returns when the process is gone; false if there was none. */
async function stop(context: Context): Promise<boolean> {
  // silence is not absence: one that hangs is told as such
  const pid = await pidOfDaemon(context);
  if (pid === null) return false;
  await context.client.shutdown().catch(ifDown("going"));
  const deadline = Date.now() + STOP_MS;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true;
    await sleep(LOOK_MS);
  }
  throw new Fault("E_INTERNAL", `agtmuxd (pid ${pid}) was asked to stop and is still there after ${STOP_MS / 1000} s`);
}

/** One that somebody else is stopping breaks off in its answer, and is gone a moment later. */
async function pidOfDaemon(context: Context): Promise<number | null> {
  for (const deadline = Date.now() + STOP_MS; ; ) {
    try {
      return await context.client.health().then((status) => status.pid, ifDown("absent"));
    } catch (error) {
      if (!asFault(error).details.broken || Date.now() > deadline) throw error;
      await sleep(LOOK_MS);
    }
  }
}

/** Null for the error of a daemon that is not there; one that is going may also break off in its answer. */
function ifDown(how: "absent" | "going"): (error: unknown) => null {
  return (error) => {
    const { code, details } = asFault(error);
    if (code === "E_DAEMON_DOWN" && (how === "going" || details.absent)) return null;
    throw error;
  };
}

async function status(context: Context): Promise<DaemonStatus> {
  try {
    return await context.client.health();
  } catch (error) {
    if (asFault(error).code !== "E_DAEMON_DOWN") throw error;
    return {
      running: false,
      pid: null,
      version: null,
      build: null,
      home: context.home,
      socket: context.socketPath,
      port: null,
      dashboard: null,
      tmux_socket: context.tmuxSocket ?? null,
      started_at: null,
      problems: [],
    };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ended, and only its parent has not looked yet: in many a container nobody ever does. */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

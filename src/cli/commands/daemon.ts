import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import type { ErrorBody } from "../../core/protocol/errors.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { loadBundle } from "../load-bundle.ts";
import { readOptions } from "../options.ts";
import { renderStatus } from "../render/status.ts";

const START_MS = 60_000;
const STOP_MS = 20_000;

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
    ...(values.port ? ["--port", values.port] : []),
  ];
  switch (action) {
    case "run":
      process.argv = [process.argv[0] as string, "agtmuxd", ...flags];
      loadBundle("daemon");
      return;
    case "start":
      return show(await start(flags, context), values.json, context);
    case "restart":
      await stop(context);
      return show(await start(flags, context), values.json, context);
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

/** Returns when the daemon answers; one that answers already is left alone. */
async function start(flags: string[], context: Context): Promise<DaemonStatus> {
  const before = await status(context);
  if (before.running) return before;
  const errors = join(context.home, "daemon.err");
  const isFirst = !existsSync(errors);
  const child = spawn(process.execPath, [join(__dirname, "daemon.cjs"), ...flags], {
    detached: true,
    stdio: ["ignore", "ignore", openErrors(context.home, errors), "ipc"],
  });
  const told = await new Promise<{ ready?: true; fault?: ErrorBody }>((resolve) => {
    child.once("message", (message) => resolve(message as { ready?: true; fault?: ErrorBody }));
    child.once("error", (error) => resolve({ fault: { code: "E_INTERNAL", message: error.message, details: {} } }));
    child.once("exit", (code, signal) =>
      resolve({
        fault: {
          code: "E_INTERNAL",
          message: `agtmuxd ended at once (${signal ?? code}); see ${errors}`,
          details: {},
        },
      }),
    );
    setTimeout(
      () =>
        resolve({
          fault: {
            code: "E_DAEMON_DOWN",
            message: `agtmuxd did not answer within ${START_MS / 1000} s; see ${context.home}/daemon.log`,
            details: {},
          },
        }),
      START_MS,
    ).unref();
  });
  if (child.connected) child.disconnect();
  child.unref();
  // somebody else was faster: that is what we wanted too
  if (told.fault?.code === "E_DAEMON_RUNNING") return untilAnswers(context);
  if (told.fault && isFirst) removeIfEmpty(errors);
  if (told.fault) throw new Fault(told.fault.code, told.fault.message, told.fault.details);
  return context.client.health();
}

async function untilAnswers(context: Context): Promise<DaemonStatus> {
  for (let waited = 0; waited < START_MS; waited += 50) {
    const now = await status(context);
    if (now.running) return now;
    await sleep(50);
  }
  throw new Fault("E_DAEMON_DOWN", `another agtmuxd holds ${context.home}, but does not answer`);
}

/** Returns when the process is gone; false if there was none. */
async function stop(context: Context): Promise<boolean> {
  const { running, pid } = await status(context);
  if (!running || pid === null) return false;
  await context.client.shutdown();
  for (let waited = 0; waited < STOP_MS; waited += 20) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  throw new Fault("E_INTERNAL", `agtmuxd (pid ${pid}) was asked to stop and is still there after ${STOP_MS / 1000} s`);
}

async function status(context: Context): Promise<DaemonStatus> {
  try {
    return await context.client.health();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "E_DAEMON_DOWN") throw error;
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

/** Where a crash leaves its last words, after those of others; a home that cannot be used is the daemon's to report. */
function openErrors(home: string, path: string): number | "ignore" {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return openSync(path, "a", 0o600);
  } catch {
    return "ignore";
  }
}

/** A daemon that refused a home leaves it as it was. */
function removeIfEmpty(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
}

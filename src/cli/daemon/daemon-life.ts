import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import type { Context } from "../common/context.ts";
import { START_MS, spawnDaemon } from "../common/spawn-daemon.ts";
import { startService } from "./start-service.ts";

const STOP_MS = 20_000;
export const LOOK_MS = 20;
const RETRY_MS = 100;

/** Returns when the daemon answers; does nothing if one already does. */
export async function startDaemon(flags: string[], context: Context): Promise<DaemonStatus> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const now = await daemonStatus(context);
    if (now.running) return now;
    if (await startService(flags, context)) return context.client.health();
    const fault = await spawnDaemon(flags, context);
    if (fault === null) return context.client.health();
    if (fault.code !== "E_DAEMON_RUNNING") throw new Fault(fault.code, fault.message, fault.details);
    // another daemon holds the home: it will either answer soon or exit and release the home
    await sleep(RETRY_MS);
  }
  throw new Fault("E_DAEMON_DOWN", `another agtmuxd holds ${context.home}, but does not answer`);
}

/** Returns when the process has ended; false if there was none. */
export async function stopDaemon(context: Context): Promise<boolean> {
  // no answer does not mean no daemon: a hanging one throws
  const pid = await pidOfDaemon(context);
  if (pid === null) return false;
  await context.client.shutdown().catch(ifDown("going"));
  await untilGone(pid);
  return true;
}

export async function untilGone(pid: number): Promise<void> {
  for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; await sleep(LOOK_MS)) if (!isAlive(pid)) return;
  throw new Fault("E_INTERNAL", `agtmuxd (pid ${pid}) was asked to stop and is still there after ${STOP_MS / 1000} s`);
}

/** Retries while a connection breaks off: that daemon is being stopped and ends a moment later. */
export async function pidOfDaemon(context: Context): Promise<number | null> {
  for (const deadline = Date.now() + STOP_MS; ; ) {
    try {
      return await context.client.health().then((status) => status.pid, ifDown("absent"));
    } catch (error) {
      if (!asFault(error).details.broken || Date.now() > deadline) throw error;
      await sleep(LOOK_MS);
    }
  }
}

/** Maps the error of an absent daemon to null; "going" also accepts a response that broke off. */
function ifDown(how: "absent" | "going"): (error: unknown) => null {
  return (error) => {
    const { code, details } = asFault(error);
    if (code === "E_DAEMON_DOWN" && (how === "going" || details.absent)) return null;
    throw error;
  };
}

export async function daemonStatus(context: Context): Promise<DaemonStatus> {
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
      plain_dashboard: null,
      origin: null,
      tmux_socket: context.tmuxSocket ?? null,
      started_at: null,
      supervised: null,
      vitals: null,
      problems: [],
    };
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A zombie has ended, but its parent has not reaped it; in many containers nothing ever does. */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

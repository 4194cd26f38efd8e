import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RestartRequest } from "../../core/protocol/daemon/restart.ts";
import type { Home } from "../base/home.ts";
import type { Inherited } from "./loopback.ts";

/** First file descriptor for inherited sockets, after the standard streams. */
const FIRST_FD = 3;
const STDERR = 2;

const NOTIFY_MS = 5_000;

/**
 * Starts the next daemon with our listening sockets, so that no other process can take the port in between. It waits
 * for the home's lock until we are gone; requests wait meanwhile. Returns its pid.
 */
export async function handOver(request: RestartRequest, home: Home, inherited: Inherited): Promise<number> {
  const { NOTIFY_SOCKET: _ofAnotherService, ...env } = request.env;
  const errors = openSync(join(home.dir, "daemon.err"), "a", 0o600);
  try {
    return await startNext(request, inherited, { env, cwd: request.cwd, errors });
  } finally {
    closeSync(errors);
  }
}

/**
 * The same within a systemd service, of which the next daemon becomes the main process; it has the service's
 * environment and standard error. Null if systemd cannot be told: then it has to start the next one by itself.
 */
export async function handOverService(
  request: RestartRequest,
  inherited: Inherited,
  notifySocket: string,
): Promise<number | null> {
  const env = { ...process.env, NOTIFY_SOCKET: notifySocket };
  const next = await startNext(request, inherited, { env, cwd: process.cwd(), errors: STDERR });
  try {
    await promisify(execFile)("systemd-notify", [`MAINPID=${next}`], { env, timeout: NOTIFY_MS });
    return next;
  } catch {
    process.kill(next);
    return null;
  }
}

async function startNext(
  { node, program, args }: RestartRequest,
  { port, v4, v6 }: Inherited,
  { env, cwd, errors }: { env: NodeJS.ProcessEnv; cwd: string; errors: number },
): Promise<number> {
  const sockets = v6 === null ? [v4] : [v4, v6];
  const fds = sockets.map((_, index) => FIRST_FD + index).join(",");
  const child = spawn(node, [program, ...args, "--inherit", `${process.pid}:${port}:${fds}`], {
    detached: true,
    cwd,
    env,
    stdio: ["ignore", "ignore", errors, ...sockets],
  });
  await once(child, "spawn");
  child.unref();
  return child.pid as number;
}

/** Parses `--inherit`, which includes the previous daemon's pid; null if invalid. */
export function readInherited(word: string): (Inherited & { from: number }) | null {
  const [, from, port, v4, v6] = /^(\d+):(\d+):(\d+)(?:,(\d+))?$/.exec(word) ?? [];
  if (from === undefined || port === undefined || v4 === undefined) return null;
  return { from: Number(from), port: Number(port), v4: Number(v4), v6: v6 === undefined ? null : Number(v6) };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { RestartRequest } from "../../core/protocol/daemon/restart.ts";
import type { Home } from "../base/home.ts";
import type { Inherited } from "./loopback.ts";

/** First file descriptor for inherited sockets, after the standard streams. */
const FIRST_FD = 3;

/**
 * Starts the next daemon with our listening sockets, so that no other process can take the port in between. It waits
 * for the home's lock until we are gone; requests wait meanwhile. Returns its pid.
 */
export async function handOver(request: RestartRequest, home: Home, { port, v4, v6 }: Inherited): Promise<number> {
  const sockets = v6 === null ? [v4] : [v4, v6];
  const fds = sockets.map((_, index) => FIRST_FD + index).join(",");
  const errors = openSync(join(home.dir, "daemon.err"), "a", 0o600);
  try {
    const child = spawn(
      request.node,
      [request.program, ...request.args, "--inherit", `${process.pid}:${port}:${fds}`],
      {
        detached: true,
        cwd: request.cwd,
        env: request.env,
        stdio: ["ignore", "ignore", errors, ...sockets],
      },
    );
    await once(child, "spawn");
    child.unref();
    return child.pid as number;
  } finally {
    closeSync(errors);
  }
}

/** Parses `--inherit`, which includes the previous daemon's pid; null if invalid. */
export function readInherited(word: string): (Inherited & { from: number }) | null {
  const [, from, port, v4, v6] = /^(\d+):(\d+):(\d+)(?:,(\d+))?$/.exec(word) ?? [];
  if (from === undefined || port === undefined || v4 === undefined) return null;
  return { from: Number(from), port: Number(port), v4: Number(v4), v6: v6 === undefined ? null : Number(v6) };
}

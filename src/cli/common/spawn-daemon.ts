import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "../../core/protocol/base/errors.ts";
import type { Context } from "./context.ts";
import { makePrivateDirectory } from "./private-directory.ts";

export const START_MS = 60_000;

export function daemonProgram(): string {
  return join(__dirname, "daemon.cjs");
}

/** Returns null when the daemon is ready, else its error or how it ended. */
export async function spawnDaemon(flags: readonly string[], context: Context): Promise<ErrorBody | null> {
  const errors = join(context.home, "daemon.err");
  const isFirst = !existsSync(errors);
  const lastWords = openErrors(context.home, errors);
  const child = spawn(process.execPath, [daemonProgram(), ...flags], {
    detached: true,
    stdio: ["ignore", "ignore", lastWords, "ipc"],
  });
  if (lastWords !== "ignore") closeSync(lastWords);
  const fault = await new Promise<ErrorBody | null>((resolve) => {
    const fail = (code: ErrorBody["code"], message: string) => resolve({ code, message, details: {} });
    child.once("message", (word) => resolve((word as { fault?: ErrorBody }).fault ?? null));
    child.once("error", (error) => fail("E_INTERNAL", error.message));
    child.once("exit", (code, signal) =>
      fail("E_INTERNAL", `agtmuxd ended at once (${signal ?? code}); see ${errors}`),
    );
    const late = `agtmuxd did not answer within ${START_MS / 1000} s; see ${context.home}/daemon.log`;
    setTimeout(() => fail("E_DAEMON_DOWN", late), START_MS).unref();
  });
  if (child.connected) child.disconnect();
  child.unref();
  if (fault !== null && fault.code !== "E_DAEMON_RUNNING" && isFirst && lastWords !== "ignore") removeIfEmpty(errors);
  return fault;
}

/** Opens the file for the daemon's stderr, in append mode; if the home is unusable, the daemon itself reports that. */
function openErrors(home: string, path: string): number | "ignore" {
  try {
    makePrivateDirectory(home);
    return openSync(path, "a", 0o600);
  } catch {
    return "ignore";
  }
}

/** A daemon that refused the home must leave no file of ours there. */
function removeIfEmpty(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
}

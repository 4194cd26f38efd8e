import { spawn } from "node:child_process";
import { join } from "node:path";
import type { ErrorBody } from "../../core/protocol/base/errors.ts";

const CHECK_MS = 30_000;
const MAX_WORDS = 4_000;

/**
 * Returns the fault that a start with these flags would end with now, or null if it would succeed. Runs the daemon's own
 * program for that, so that the same code decides as at a start; it starts nothing and leaves a running daemon alone.
 */
export function checkStart(flags: readonly string[]): Promise<ErrorBody | null> {
  const child = spawn(process.execPath, [join(__dirname, "daemon.cjs"), "--check", ...flags], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, MAX_WORDS);
  });
  return new Promise((resolve) => {
    const fail = (message: string) => {
      clearTimeout(late);
      resolve({ code: "E_INTERNAL", message, details: {} });
    };
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`the daemon's program did not tell within ${CHECK_MS / 1_000} s whether it can start`);
    }, CHECK_MS);
    child.once("message", (word) => {
      clearTimeout(late);
      resolve((word as { fault?: ErrorBody }).fault ?? null);
    });
    child.once("error", (error) => fail(error.message));
    // not "exit": stderr may still deliver data after that
    child.once("close", (code, signal) => fail(`the daemon's program does not run: ${reasonIn(said, signal ?? code)}`));
  });
}

/** Finds the error line in Node's output about a program that it cannot run. */
function reasonIn(said: string, end: string | number | null): string {
  const lines = said.split("\n").map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => line !== "") ?? `it ended with ${end}`;
}

import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makePrivateDirectory } from "../private-directory.ts";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 3;

/**
 * Who signals at the same moment waits for the other, so that both files of a session hold the same signal and its
 * timeline is in their order. An agent is never kept for long, and without a usable home nobody waits.
 */
export function oneAtATime<Result>(home: string, work: () => Result): Result {
  const lock = join(home, "squad", "lock");
  const held = take(lock);
  try {
    return work();
  } finally {
    if (held) rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  const deadline = Date.now() + PATIENCE_MS;
  try {
    makePrivateDirectory(join(lock, ".."));
    for (;;) {
      // a link is there with its content, or not at all
      if (link(lock)) return true;
      if (Date.now() > deadline || isLeftBehind(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } catch {
    return false;
  }
}

function link(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Whether whoever took it is dead and has not let go of it; one that ends just now has, and another may have it. */
function isLeftBehind(lock: string): boolean {
  const holder = holderOf(lock);
  return holder !== null && !isAlive(Number(holder)) && holderOf(lock) === holder;
}

function holderOf(lock: string): string | null {
  try {
    return readlinkSync(lock);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makePrivateDirectory } from "../common/private-directory.ts";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 3;

/**
 * Serialises concurrent signals, so that both files of a session hold the same signal and its timeline is in order. The
 * wait is short, and without a usable home there is none.
 */
export function withSquadLock<Result>(home: string, work: () => Result): Result {
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
      // a symlink appears together with its content, the holder's pid
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

/** The holder is dead. Read twice: if it ended in between, it released the lock, and another process may hold it. */
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

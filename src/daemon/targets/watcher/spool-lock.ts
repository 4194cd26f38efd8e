import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatOwner, readOwner, type SpoolOwner } from "../../../core/signals/watcher-frame.ts";

export interface SpoolLockOptions {
  pid: number;
  /** Start time of a process, as the system prints it; null if there is none. */
  startOf: StartOf;
}

type StartOf = (pid: number) => string | null;

export type SpoolLockResult = { ok: true; release(): void } | { ok: false; owner: SpoolOwner };

const PATIENCE = 40;
const PAUSE_MS = 50;
const NOBODY: SpoolOwner = { kind: "", daemon: "", pid: null, start: "" };

/**
 * One reader per spool: takes the same lock as a watcher over ssh (remote/lock.sh), by the same rules. Never takes it
 * from a living owner, and never ends one.
 */
export function takeSpoolLock(spoolDir: string, daemonId: string, { pid, startOf }: SpoolLockOptions): SpoolLockResult {
  const lock = join(spoolDir, "lock");
  const own: SpoolOwner = { kind: "daemon", daemon: daemonId, pid, start: startOf(pid) ?? "" };
  for (let tries = 0; tries <= PATIENCE * 2; tries += 1) {
    if (makeLock(lock)) {
      writeFileSync(join(lock, "owner.new"), formatOwner(own), { mode: 0o600 });
      renameSync(join(lock, "owner.new"), join(lock, "owner"));
      return { ok: true, release: () => release(lock, own) };
    }
    const owner = ownerOf(lock);
    if (owner.pid !== null && startOf(owner.pid) === owner.start) return { ok: false, owner };
    // being created or removed at this moment; after 2 s, the process that did it has died
    if (owner.pid === null && tries < PATIENCE) pause();
    else retire(lock, owner, own, startOf);
  }
  return { ok: false, owner: ownerOf(lock) };
}

function makeLock(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a dead owner. If several processes try, one wins the claim. */
function retire(lock: string, judged: SpoolOwner, own: SpoolOwner, startOf: StartOf): void {
  const claim = join(lock, "heir");
  try {
    writeFileSync(claim, `${own.pid} ${own.start}\n`, { flag: "wx", mode: 0o600 });
  } catch {
    const [, pid = "", began = ""] = /^(\d+) (.*)/.exec(readQuietly(claim)) ?? [];
    if (pid === "" || startOf(Number(pid)) !== began) rmSync(claim, { force: true });
    pause();
    return;
  }
  // another process was faster and holds it now
  if (ownerOf(lock).pid !== judged.pid) {
    rmSync(claim, { force: true });
    return;
  }
  endHolders(lock);
  remove(lock, own);
}

/**
 * Processes that a dead watcher left running would remove the lock that we are about to create, so they are killed. All
 * have the directory open as descriptor 5; those started meanwhile are found by another pass. Without /proc they end by
 * themselves.
 */
function endHolders(lock: string): void {
  const held = statQuietly(lock);
  if (held === undefined) return;
  const ended = new Set<string>();
  for (let before = -1; before < ended.size; ) {
    before = ended.size;
    for (const pid of pidsQuietly()) {
      const open = statQuietly(`/proc/${pid}/fd/5`);
      if (ended.has(pid) || open?.ino !== held.ino || open.dev !== held.dev) continue;
      ended.add(pid);
      killQuietly(Number(pid));
    }
  }
}

function release(lock: string, own: SpoolOwner): void {
  const owner = ownerOf(lock);
  if (owner.pid === own.pid && owner.start === own.start) remove(lock, own);
}

/** Renamed first, so that it disappears at once. */
function remove(lock: string, own: SpoolOwner): void {
  const aside = `${lock}.${own.pid}`;
  renameSync(lock, aside);
  rmSync(aside, { recursive: true, force: true });
}

function ownerOf(lock: string): SpoolOwner {
  const text = readQuietly(join(lock, "owner"));
  return text === "" ? NOBODY : readOwner(text);
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function statQuietly(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // another user's process
    return undefined;
  }
}

function pidsQuietly(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has already ended
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

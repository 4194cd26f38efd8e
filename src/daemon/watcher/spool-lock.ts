import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatOwner, readOwner, type SpoolOwner } from "../../core/signals/watcher-frame.ts";

export interface SpoolLockOptions {
  pid: number;
  /** When a process began, as the system tells it; null when there is none. */
  startOf: StartOf;
}

type StartOf = (pid: number) => string | null;

export type SpoolLockResult = { ok: true; release(): void } | { ok: false; owner: SpoolOwner };

const PATIENCE = 40;
const PAUSE_MS = 50;
const NOBODY: SpoolOwner = { kind: "", daemon: "", pid: null, start: "" };

/**
 * One reader per spool: the same lock as a watcher takes over ssh (remote/lock.sh), by the same rules. A living owner is
 * never robbed, and we never end one.
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
    // made or removed at this moment; when that takes 2 s, whoever did it has died
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

/** Who died without releasing. Of several that see it, one is the heir. */
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
  // another one was faster, and holds it now
  if (ownerOf(lock).pid !== judged.pid) {
    rmSync(claim, { force: true });
    return;
  }
  endHelpers(lock, startOf);
  remove(lock, own);
}

/** What a dead watcher left running would clear away the lock that we are about to make. */
function endHelpers(lock: string, startOf: StartOf): void {
  for (const line of readQuietly(join(lock, "helpers")).split("\n")) {
    const [, pid = "", began = ""] = /^(\d+) (.+)/.exec(line) ?? [];
    if (pid !== "" && startOf(Number(pid)) === began) process.kill(Number(pid), "SIGKILL");
  }
}

function release(lock: string, own: SpoolOwner): void {
  const owner = ownerOf(lock);
  if (owner.pid === own.pid && owner.start === own.start) remove(lock, own);
}

/** At once for everybody who looks. */
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

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

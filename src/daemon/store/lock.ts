import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Fault } from "../../core/protocol/fault.ts";
import { makePrivateDirectory } from "../private-directory.ts";
import { toFault } from "./sqlite-fault.ts";

export interface HomeLock {
  release(): void;
}

/**
 * One daemon per AGTMUX_HOME: an exclusive SQLite lock on `daemon.lock`, held as long as the process lives and released by
 * the kernel however it dies. The pid is in a file of its own: an owner that opened and closed `daemon.lock` as a
 * plain file would lose its POSIX lock.
 */
export function lockHome(dir: string): HomeLock {
  const pidFile = join(dir, "daemon.pid");
  const db = openLock(dir);
  try {
    db.exec("BEGIN EXCLUSIVE");
    writePid(pidFile);
  } catch (error) {
    db.close();
    throw toLockFault(error, dir, pidFile);
  }
  return {
    release() {
      if (!db.open) return;
      // while the lock is still ours: afterwards the file may be the next owner's
      rmSync(pidFile, { force: true });
      db.close();
    },
  };
}

function openLock(dir: string): Database.Database {
  const path = join(dir, "daemon.lock");
  try {
    makePrivateDirectory(dir);
    refuseOthers(dir);
    createPrivate(path);
    return new Database(path, { timeout: 0 });
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault("E_HOME_UNUSABLE", `${dir} cannot be created or written`, { home: dir }, error);
  }
}

/** In a place that others write to, one of them may have been there first. Of a link both owners count. */
function refuseOthers(dir: string): void {
  const us = process.getuid?.();
  const link = lstatSync(dir);
  const owner = [...(link.isSymbolicLink() ? [link.uid] : []), statSync(dir).uid].find((uid) => uid !== us);
  if (owner === undefined || us === undefined) return;
  throw new Fault("E_HOME_UNUSABLE", `${dir} belongs to another user (uid ${owner}): choose another AGTMUX_HOME`, {
    home: dir,
  });
}

/** `wx` does not open a file that exists: see above. */
function createPrivate(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function toLockFault(error: unknown, dir: string, pidFile: string): Fault {
  if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
    const pid = readPid(pidFile);
    const owner = pid === null ? "another daemon" : `the daemon with pid ${pid}`;
    return new Fault("E_DAEMON_RUNNING", `${owner} owns ${dir}`, { home: dir, pid }, error);
  }
  const fault = toFault(error);
  if (fault instanceof Fault && fault.code === "E_DISK_FULL") return fault;
  const why = error instanceof Error ? error.message : String(error);
  return new Fault("E_HOME_UNUSABLE", `${dir} cannot be locked: ${why}`, { home: dir }, error);
}

function writePid(pidFile: string): void {
  const fresh = `${pidFile}.${process.pid}`;
  writeFileSync(fresh, `${process.pid}\n`, { mode: 0o600 });
  renameSync(fresh, pidFile);
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { makePrivateDirectory } from "../base/private-directory.ts";
import { Database } from "./database.ts";
import { sqliteResult, toFault } from "./sqlite-fault.ts";

const LOCK_FILE = "daemon.lock";

export interface HomeLock {
  release(): void;
}

/**
 * One daemon per AGTMUX_HOME: an exclusive SQLite lock on `daemon.lock`, held as long as the process lives and released
 * by the kernel however it dies. The pid has its own file: opening and closing `daemon.lock` as a plain file would drop
 * the owner's POSIX lock.
 */
export function lockHome(dir: string): HomeLock {
  const pidFile = join(dir, "daemon.pid");
  makeUsable(dir);
  let db: Database | null = null;
  try {
    db = new Database(join(dir, LOCK_FILE), { timeout: 0 });
    db.exec("BEGIN EXCLUSIVE");
    writePid(pidFile);
  } catch (error) {
    db?.close();
    throw toLockFault(error, dir, pidFile);
  }
  const held = db;
  return {
    release() {
      if (!held.isOpen) return;
      // before the lock is released: afterwards the file may be the next owner's
      rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

function makeUsable(dir: string): void {
  try {
    makePrivateDirectory(dir);
    refuseOthers(dir);
    createPrivate(join(dir, LOCK_FILE));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(
      "E_HOME_UNUSABLE",
      `${dir} cannot be created or written: ${messageOf(error)}. The variable AGTMUX_HOME names another place`,
      { home: dir },
      error,
    );
  }
}

/** In a directory that others can write to, another user may have created it first. Checks a link and its target. */
function refuseOthers(dir: string): void {
  const us = process.getuid?.();
  const link = lstatSync(dir);
  const owner = [...(link.isSymbolicLink() ? [link.uid] : []), statSync(dir).uid].find((uid) => uid !== us);
  if (owner === undefined || us === undefined) return;
  throw new Fault("E_HOME_UNUSABLE", `${dir} belongs to another user (uid ${owner}): choose another AGTMUX_HOME`, {
    home: dir,
  });
}

/** `wx` does not open an existing file: see `lockHome`. */
function createPrivate(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function toLockFault(error: unknown, dir: string, pidFile: string): unknown {
  const path = join(dir, LOCK_FILE);
  switch (sqliteResult(error)?.name) {
    case "SQLITE_BUSY": {
      const pid = readPid(pidFile);
      const owner = pid === null ? "another daemon" : `the daemon with pid ${pid}`;
      return new Fault("E_DAEMON_RUNNING", `${owner} owns ${dir}`, { home: dir, pid }, error);
    }
    case "SQLITE_CORRUPT":
    case "SQLITE_NOTADB":
      return new Fault("E_HOME_UNUSABLE", `${path} is not a lock of agtmux: remove it`, { home: dir }, error);
    case "SQLITE_CANTOPEN":
    case "SQLITE_READONLY":
    case "SQLITE_PERM":
    case undefined:
      if (error instanceof Fault) return error;
      return new Fault("E_HOME_UNUSABLE", `${path} cannot be written: ${messageOf(error)}`, { home: dir }, error);
    default:
      return toFault(error, { path });
  }
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

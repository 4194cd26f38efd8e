import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../core/protocol/base/fault.ts";
import { directoriesOf, type Home, homeAt, prepareHome } from "./base/home.ts";
import { refuseUnreadable } from "./store/open-database.ts";

/**
 * Throws the error that a start in this home would fail with, while another daemon may be running there. Only reads
 * that daemon's files; `build` makes a daemon in a scratch directory, which also tries Node's SQLite, the migrations
 * and all settings. Run it in a process of its own: reading the database's bytes would drop the locks of a process that
 * has it open.
 */
export function checkStart(home: Home, build: (scratch: Home) => void): void {
  for (const directory of directoriesOf(home)) requireDirectory(directory, home);
  for (const file of [home.token, home.log]) requireFile(file, (why, cause) => unusable(home, why, cause));
  requireFile(home.database, (why, cause) => new Fault("E_DB_UNUSABLE", why, { path: home.database }, cause));
  refuseUnreadable(home.database);
  const scratch = homeAt(makeScratch(home));
  try {
    prepareHome(scratch);
    build(scratch);
  } finally {
    rmSync(scratch.dir, { recursive: true, force: true });
  }
}

/** In the home itself, since a full or read-only disk shows only on writing. */
function makeScratch(home: Home): string {
  try {
    return mkdtempSync(join(existsSync(home.dir) ? home.dir : tmpdir(), ".check-"));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw new Fault("E_DISK_FULL", `the disk of ${home.dir} is full`, { home: home.dir }, cause);
    throw unusable(home, message, cause);
  }
}

function requireDirectory(path: string, home: Home): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw unusable(home, `${path} is not a directory`);
  requireAccess(path, constants.R_OK | constants.W_OK | constants.X_OK, (why, cause) => unusable(home, why, cause));
}

type FaultOf = (why: string, cause?: unknown) => Fault;

function requireFile(path: string, faultOf: FaultOf): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) throw faultOf(`${path} is not a file`);
  requireAccess(path, constants.R_OK | constants.W_OK, faultOf);
}

function requireAccess(path: string, mode: number, faultOf: FaultOf): void {
  try {
    accessSync(path, mode);
  } catch (cause) {
    throw faultOf(`${path} cannot be read and written (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
}

function unusable(home: Home, why: string, cause?: unknown): Fault {
  return new Fault("E_HOME_UNUSABLE", `cannot use ${home.dir} as AGTMUX_HOME: ${why}`, { home: home.dir }, cause);
}

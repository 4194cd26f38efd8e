import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../core/protocol/fault.ts";
import { directoriesOf, type Home, homeAt, prepareHome } from "./home.ts";
import { SCHEMA_VERSION } from "./store/migrations.ts";
import { REPAIR_WORDS } from "./store/sqlite-fault.ts";

/**
 * Throws what a start in this home would fail with, while another daemon may be running there. That daemon's files are only
 * looked at; `build` makes a daemon in a scratch directory, so that the native module, the migrations and everything that
 * is made of the settings are tried as well.
 * In a process of its own: reading the database's bytes would drop the locks of a process that has it open.
 */
export function checkStart(home: Home, build: (scratch: Home) => void): void {
  for (const directory of directoriesOf(home)) requireDirectory(directory, home);
  for (const file of [home.token, home.log, home.database]) requireFile(file, home);
  requireKnownVersion(home.database);
  const scratch = homeAt(makeScratch(home));
  try {
    prepareHome(scratch);
    build(scratch);
  } finally {
    rmSync(scratch.dir, { recursive: true, force: true });
  }
}

/** In the home itself, since a disk that is full or read-only shows only when something is written. */
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
  requireAccess(path, constants.R_OK | constants.W_OK | constants.X_OK, home);
}

function requireFile(path: string, home: Home): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) throw unusable(home, `${path} is not a file`);
  requireAccess(path, constants.R_OK | constants.W_OK, home);
}

function requireAccess(path: string, mode: number, home: Home): void {
  try {
    accessSync(path, mode);
  } catch (cause) {
    throw unusable(home, `${path} cannot be read and written (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
}

/** Every migration leaves its version in the file's own header, so that no connection is needed to read it. */
function requireKnownVersion(path: string): void {
  const header = headerOf(path);
  if (header === null) return;
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new Fault("E_DB_CORRUPT", `${path} is not a SQLite database: ${REPAIR_WORDS}`, { path });
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version <= SCHEMA_VERSION) return;
  const words = `${path} has version ${version}, and this agtmux knows versions up to ${SCHEMA_VERSION}: use the newer agtmux`;
  throw new Fault("E_DB_NEWER", words, { path, database_version: version, known_version: SCHEMA_VERSION });
}

/** Null where there is no database yet. */
function headerOf(path: string): Buffer | null {
  if (!existsSync(path)) return null;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const length = readSync(file, bytes, 0, HEADER_BYTES, 0);
    return length === 0 ? null : bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function unusable(home: Home, why: string, cause?: unknown): Fault {
  return new Fault("E_HOME_UNUSABLE", `cannot use ${home.dir} as AGTMUX_HOME: ${why}`, { home: home.dir }, cause);
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;

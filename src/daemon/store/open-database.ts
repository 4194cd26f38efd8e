import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { Database } from "./database.ts";
import { migrate, SCHEMA_VERSION } from "./migrations.ts";
import { REPAIR_WORDS, toFault } from "./sqlite-fault.ts";

/** SQLite's name for an in-memory database. */
export const IN_MEMORY = ":memory:";

/**
 * Opens the database and migrates it. A newer or damaged one is refused before anything is written. WAL with
 * `synchronous = NORMAL`: commits are with the kernel, so killing the daemon loses nothing; only a power cut may lose
 * the last commits (never the file's integrity), and the spool, which is emptied after the commit, is on the same disk.
 * FULL would add an fsync to every batch. Open each path once per process: reading the file's bytes drops the POSIX
 * locks of an earlier connection.
 */
export function openDatabase(path: string): Database {
  if (path !== IN_MEMORY) {
    refuseUnreadable(path);
    createPrivate(path);
  }
  let db: Database | null = null;
  try {
    db = new Database(path, { timeout: 1000 });
    const version = db.pragma("user_version") as number;
    // reads the whole schema, so that damage there is found before the first write
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    if (version < SCHEMA_VERSION) {
      db.pragma("journal_mode = DELETE");
      migrate(db, randomBytes(6).toString("hex"));
    }
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.pragma("foreign_keys = ON");
    return db;
  } catch (error) {
    db?.close();
    throw toFault(error, { path });
  }
}

/** Throws if the file is not a database or was written by a newer agtmux; changes nothing. */
export function refuseUnreadable(path: string): void {
  const header = readHeader(path);
  if (header === null) return;
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC || header.length < HEADER_BYTES) {
    throw new Fault("E_DB_CORRUPT", `${path} is not a SQLite database: ${REPAIR_WORDS}`, { path });
  }
  refuseNewer(path, header.readUInt32BE(USER_VERSION_AT));
  if (hasFrames(`${path}-wal`)) refuseNewer(path, versionThroughWal(path));
}

/** Writers other than `migrate` may leave the version in the -wal only; opening read-only changes neither file. */
function versionThroughWal(path: string): number {
  let db: Database | null = null;
  try {
    db = new Database(path, { readOnly: true });
    return db.pragma("user_version") as number;
  } catch (error) {
    throw toFault(error, { path });
  } finally {
    db?.close();
  }
}

function refuseNewer(path: string, version: number): void {
  if (version <= SCHEMA_VERSION) return;
  const words = `${path} has version ${version}, and this agtmux knows versions up to ${SCHEMA_VERSION}: it is left untouched. ${GO_BACK_WORDS}`;
  throw new Fault("E_DB_NEWER", words, { path, database_version: version, known_version: SCHEMA_VERSION });
}

/** Reads raw bytes: even a read-only connection would create -wal and -shm beside a database in WAL mode. */
function readHeader(path: string): Buffer | null {
  try {
    if (!existsSync(path)) return null;
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const length = readSync(file, bytes, 0, HEADER_BYTES, 0);
      return length === 0 ? null : bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Fault("E_DB_UNUSABLE", `${path} cannot be read: ${messageOf(error)}`, { path }, error);
  }
}

function hasFrames(walPath: string): boolean {
  return (statSync(walPath, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** SQLite gives -wal and -shm the mode of the database. */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw new Fault("E_DB_UNUSABLE", `${path} cannot be created or written: ${messageOf(error)}`, { path }, error);
  }
}

const GO_BACK_WORDS =
  "Use the newer agtmux again; or let 'agtmux doctor --repair' set that database aside and go on from the newest backup that this one can read";

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;

import { rmSync } from "node:fs";
import { Database } from "../store/database.ts";
import { createPrivate, IN_MEMORY } from "../store/open-database.ts";
import { unpackText } from "./packed-text.ts";

/** Another number makes the index anew. */
const VERSION = 4;
const CACHE_KB = 32_768;

const SCHEMA = `
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE projects (id INTEGER PRIMARY KEY, directory TEXT NOT NULL UNIQUE);
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, target TEXT NOT NULL, path TEXT NOT NULL,
  project INTEGER,
  is_excluded INTEGER NOT NULL DEFAULT 0, file TEXT NOT NULL DEFAULT '', offset INTEGER NOT NULL DEFAULT 0,
  mark TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT -1, changed_at REAL NOT NULL DEFAULT 0, turn INTEGER
);
CREATE TABLE turns (id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, prompt TEXT NOT NULL, start INTEGER NOT NULL);
CREATE INDEX turns_of ON turns (conversation);
CREATE TABLE pieces (
  id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, turn INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  text NOT NULL, place TEXT NOT NULL
);
CREATE INDEX pieces_of ON pieces (conversation, name);
CREATE VIEW texts AS SELECT id, conversation, name, unpacked(text) AS text, place FROM pieces;
`;

export function removeIndex(path: string): void {
  if (path !== IN_MEMORY) for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
}

/** Throws if what is there is no index of this version and these settings. */
export function openIndexFile(path: string, settings: string): Database {
  if (path !== IN_MEMORY) createPrivate(path);
  const db = new Database(path, { timeout: 1000 });
  db.define("unpacked", unpackText);
  try {
    if (db.pragma("user_version") !== VERSION) {
      if (db.prepareColumn<[], number>("SELECT count(*) FROM sqlite_schema").get() !== 0)
        throw new Error("of another version");
      db.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT`);
      db.prepare<[string]>("INSERT INTO about VALUES ('settings', ?)").run(settings);
    }
    if (db.prepareColumn<[], string>("SELECT value FROM about WHERE name = 'settings'").get() !== settings)
      throw new Error("of other settings");
    db.pragma("journal_mode = WAL");
    // what a power cut loses is read again
    db.pragma("synchronous = OFF");
    db.pragma(`cache_size = -${CACHE_KB}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

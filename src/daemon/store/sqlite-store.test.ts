import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeActions } from "./actions-contract.ts";
import { Database } from "./database.ts";
import { describeDerived } from "./derived-contract.ts";
import { describeEvents } from "./events-contract.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { describeOutbox } from "./outbox-contract.ts";
import { describeQuestions } from "./questions-contract.ts";
import { describeSignals } from "./signals-contract.ts";
import { spawnBundled } from "./spawn-bundled.ts";
import { toFault } from "./sqlite-fault.ts";
import { openSqliteStore, sqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";
import { describeStore } from "./store-contract.ts";
import { everything, fill } from "./store-view.ts";
import { aDelivery, anAdapter, anEvent, anItem, aTarget } from "./test-rows.ts";

const V1_SCHEMA = resolve(import.meta.dirname, "../../../test/fixtures/db/v1.sql");

let dir: string;
let path: string;
const opened: Store[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "agtmux-store-"));
  path = join(dir, "agtmux.db");
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(dir, { recursive: true });
});

function open(): Store {
  const store = openSqliteStore(path);
  opened.push(store);
  return store;
}

describeStore("SQLite store", open);
describeEvents("SQLite store", open);
describeDerived("SQLite store", open);
describeActions("SQLite store", open);
describeOutbox("SQLite store", open);
describeQuestions("SQLite store", open);
describeSignals("SQLite store", open);

describe("openSqliteStore", () => {
  it("[LK3] the database and what lies beside it are for the owner alone", () => {
    writeFileSync(path, "", { mode: 0o644 });
    fill(open());
    const modes = ["", "-wal", "-shm"].map((suffix) => statSync(path + suffix).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it("[LK3] commits go to a write-ahead log without an fsync each, and foreign keys hold", () => {
    const db = openDatabase(path);
    const settings = ["journal_mode", "synchronous", "foreign_keys"].map((name) => db.pragma(name));
    db.close();
    expect(settings).toEqual(["wal", 1, 1]);
  });

  it("[DB2] the version is in the file's own header while the store is open", () => {
    open();
    expect(readFileSync(path).readUInt32BE(60)).toBe(SCHEMA_VERSION);
  });

  it("[DB2] all tables of the spec and ours are there, strict", () => {
    const db = openDatabase(path);
    const tables = db
      .prepareArrays(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all();
    db.close();
    const names =
      "action_snapshots adapters audit decisions events memory meta outbox panes push_subscriptions questions rules runtime_folds runtime_source_cursors runtimes signals state_changes states targets usage_calls usage_daily usage_limits usage_sessions";
    expect(tables).toEqual(names.split(" ").map((name) => [name, 1]));
  });

  it("[DB2] a database of version 1 becomes one of ours, with all that it had", () => {
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.exec(readFileSync(V1_SCHEMA, "utf8"));
    db.exec(`
      INSERT INTO meta VALUES ('epoch', '0123456789ab');
      INSERT INTO targets VALUES ('host', 'host', 'local', 'work', 1, 10.5, 'ok', 11.25);
      INSERT INTO targets VALUES ('vm1', 'vm1', 'ssh', 'me@vm1', 0, NULL, 'down', 12);
      INSERT INTO memory VALUES ('a', '1'), ('session:s1', '{}');
    `);
    db.pragma("user_version = 1");
    db.close();
    const store = open();
    expect([store.epoch, store.recall("a")]).toEqual(["0123456789ab", "1"]);
    expect([...store.recallAll("session")]).toEqual([["session@host:s1", "{}"]]);
    const vm1 = {
      target_id: "vm1",
      target_name: "vm1",
      kind: "ssh",
      connection_ref: "me@vm1",
      is_default: false,
    } as const;
    // in version 1, a local target's connection was its tmux socket
    expect(store.targets()).toEqual([
      aTarget(),
      aTarget({ ...vm1, tmux_socket: "", last_seen_at: null, health: "down", updated_at: 12 }),
    ]);
    opened.pop()?.close();
    const [migrated, fresh] = [path, join(dir, "fresh.db")].map((file) => {
      const each = openDatabase(file);
      const columns = "SELECT t.name, c.name, c.type, c.dflt_value FROM sqlite_schema t, pragma_table_info(t.name) c";
      const schema = each.prepareArrays(`${columns} ORDER BY t.name, c.cid`).all();
      each.close();
      return schema;
    });
    expect(migrated).toEqual(fresh);
    expect(readFileSync(path).readUInt32BE(60)).toBe(SCHEMA_VERSION);
  });

  it("[DB2] a migration that fails leaves the database as it was", () => {
    const db = new Database(path);
    db.exec("CREATE TABLE memory (x)");
    db.close();
    const before = readFileSync(path);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(["wal", "delete"])("[DB3] a newer database (%s) is refused by both versions and not touched", (mode) => {
    open().close();
    opened.pop();
    const db = new Database(path);
    db.pragma(`journal_mode = ${mode}`);
    db.pragma("user_version = 999");
    db.close();
    utimesSync(path, 1000, 1000);
    const before = readFileSync(path);

    expect(() => openSqliteStore(path)).toThrow(
      expect.objectContaining({
        code: "E_DB_NEWER",
        message: expect.stringMatching(new RegExp(`999.* ${SCHEMA_VERSION}\\b`)),
        details: { path, database_version: 999, known_version: SCHEMA_VERSION },
      }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(statSync(path).mtimeMs).toBe(1_000_000);
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`), existsSync(`${path}-journal`)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("[DB3] a version that is only in the -wal counts too", async () => {
    const writer = `
      import { Database } from "./database.ts";
      const db = new Database(process.argv[2]!);
      db.pragma("journal_mode = WAL");
      db.pragma("user_version = 999");
      console.log("written");
      setInterval(() => {}, 1000);
    `;
    const [child] = await spawnBundled(writer, dir, [path]);
    child.kill("SIGKILL");
    await once(child, "exit");
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    expect(before[0]?.readUInt32BE(60)).toBe(0);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "E_DB_NEWER" }));
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
  });

  it("[DB4] a file that is not a database is refused and left as it is", () => {
    for (const content of ["x", "this is not a database\n".repeat(500), "SQLite format 3\0cut"]) {
      writeFileSync(path, content);
      expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "E_DB_CORRUPT" }));
      expect(readFileSync(path, "utf8")).toBe(content);
    }
  });

  it.each([
    ["its schema overwritten", (bytes: Buffer) => bytes.fill(0x5a, 100, 4096)],
    ["its end cut off", (bytes: Buffer) => bytes.subarray(0, 8192)],
  ])("[DB4] a database with %s is refused and left as it is", (_, damage) => {
    fill(open());
    opened.pop()?.close();
    const damaged = Buffer.from(damage(readFileSync(path)));
    writeFileSync(path, damaged);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "E_DB_CORRUPT" }));
    expect(readFileSync(path).equals(damaged)).toBe(true);
  });

  it("[DB4] damage found only while reading is E_DB_CORRUPT as well", () => {
    fill(open());
    opened.pop()?.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 8192));
    expect(() => everything(open())).toThrow(expect.objectContaining({ code: "E_DB_CORRUPT" }));
  });

  it("[DB5] a full disk is E_DISK_FULL, keeps nothing of the transaction, and is over once there is room", () => {
    const db = openDatabase(path);
    const store = sqliteStore(db);
    opened.push(store);
    fill(store);
    const before = everything(store);
    const pages = db.pragma("page_count") as number;
    db.pragma(`max_page_count = ${pages + 2}`);
    const flood = () => {
      store.saveState(anItem({ state: "error" }));
      for (let n = 0; n < 50; n++)
        store.appendEvent(anEvent({ dedupe_key: `n${n}`, payload: "x".repeat(2000) }), "bound");
    };
    expect(() => store.transact(flood)).toThrow(expect.objectContaining({ code: "E_DISK_FULL" }));
    expect(everything(store)).toEqual(before);

    db.pragma("max_page_count = 1000000");
    store.transact(flood);
    expect(store.countEvents().bound).toBe(51);
  });

  it("[DB4] each failure of SQLite has its code, and its own words where the code is shared", () => {
    const codes = [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_READONLY_DBMOVED, SQLITE_CORRUPT_INDEX, SQLITE_BUSY, 1];
    expect(codes.map((errcode) => toFault(Object.assign(new Error("words of SQLite"), { errcode })))).toEqual([
      expect.objectContaining({ code: "E_DISK_FULL", message: "the disk is full: the database takes no more" }),
      expect.objectContaining({ code: "E_DISK_FULL", message: "the disk failed under the database: words of SQLite" }),
      expect.objectContaining({ code: "E_DB_UNUSABLE" }),
      expect.objectContaining({ code: "E_DB_CORRUPT" }),
      expect.objectContaining({ code: "E_DB_LOCKED", details: { sqlite: "SQLITE_BUSY", sqlite_code: SQLITE_BUSY } }),
      expect.objectContaining({ code: "E_INTERNAL" }),
    ]);
    const other = new Error("not SQLite's");
    expect(toFault(other)).toBe(other);
  });

  it("[DB4] a database that is a folder, or in no folder, is E_DB_UNUSABLE and names its path", () => {
    for (const unusable of [dir, join(dir, "missing", "agtmux.db")])
      expect(() => openSqliteStore(unusable)).toThrow(
        expect.objectContaining({ code: "E_DB_UNUSABLE", message: expect.stringContaining(unusable) }),
      );
  });

  it("[DB4] a database that another program has locked is E_DB_LOCKED and names its path", () => {
    fill(open());
    opened.pop()?.close();
    const other = new Database(path);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    expect(() => openSqliteStore(path)).toThrow(
      expect.objectContaining({ code: "E_DB_LOCKED", message: expect.stringContaining(path) }),
    );
    other.close();
    expect(open().countEvents().bound).toBe(1);
  });

  it("[DB4] a Node without SQLite is E_NODE_UNFIT", () => {
    const builtin = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "E_NODE_UNFIT" }));
    builtin.mockRestore();
  });

  it("[DB33] stored rows that do not fit their schema count as absent, and do not block later ones", () => {
    fill(open());
    opened.pop()?.close();
    const db = new Database(path);
    db.exec(`
      UPDATE states SET item = '{"state":"no state"}';
      UPDATE questions SET question = '{}';
      UPDATE audit SET entry = '[]';
      UPDATE signals SET signal = '{"type":"unheard of"}';
      UPDATE adapters SET capabilities = '7', unknown_screens = '{}';
      UPDATE events SET evidence = 'no JSON', hints = '7', question = '{}', payload = 'no JSON';
      UPDATE outbox SET delivery = '{}';
    `);
    db.close();
    const store = open();
    const later = aDelivery({ due_at: 9_999 }, "a2");
    store.addDelivery(later);
    expect(store.waitingFor("phone", 1)).toEqual([later]);
    expect([store.states(), store.openQuestions(), store.audit(0, 9), store.signalsSince(0, 9)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(store.adapters()).toMatchObject([{ enabled: anAdapter().enabled, unknown_screens: [] }]);
    expect(store.eventsOf("r1", 9)).toMatchObject([{ evidence: { kind: "note", reason: "unreadable" }, hints: {} }]);
    expect(store.saveState(anItem())).toBeGreaterThan(0);
    expect(store.states()).toEqual([anItem()]);
  });

  it("[DB7] closing and opening again keeps everything, the epoch too", () => {
    const store = open();
    fill(store);
    const before = everything(store);
    opened.pop()?.close();
    const again = open();
    expect(everything(again)).toEqual(before);
    expect(again.epoch).toBe(store.epoch);
    expect(again.appendEvent(anEvent(), "bound")).toBe("duplicate");
  });

  it("[DB7] another database has another epoch, fit for a cursor", () => {
    const other = openSqliteStore(join(dir, "other.db"));
    opened.push(other);
    const epochs = [open().epoch, other.epoch];
    expect(new Set(epochs).size).toBe(2);
    for (const epoch of epochs) expect(epoch).toMatch(/^[a-z0-9]+$/);
  });

  it("[DM15] a daemon killed by SIGKILL loses nothing that it had committed", async () => {
    const writer = `
      import { writeSync } from "node:fs";
      import { openSqliteStore } from "./sqlite-store.ts";
      const store = openSqliteStore(process.argv[2]!);
      for (let n = 1; ; n++) {
        store.transact(() => store.remember("n", String(n)));
        writeSync(1, n + "\\n");
      }
    `;
    const [child] = await spawnBundled(writer, dir, [path]);
    let printed = "";
    await new Promise<void>((hasWritten) =>
      child.stdout?.on("data", (chunk) => {
        printed += chunk;
        if (printed.includes("\n")) hasWritten();
      }),
    );
    child.kill("SIGKILL");
    await once(child, "close");
    const last = Number(printed.trimEnd().split("\n").at(-1));
    expect(Number(open().recall("n"))).toBeGreaterThanOrEqual(last);
  });
});

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 10 | (3 << 8);
const SQLITE_READONLY_DBMOVED = 8 | (4 << 8);
const SQLITE_CORRUPT_INDEX = 11 | (3 << 8);

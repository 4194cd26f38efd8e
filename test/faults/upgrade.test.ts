import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Database } from "../../src/daemon/store/database.ts";
import { isRunning } from "../support/daemon-life.ts";
import { isLong } from "../support/long.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

const FIXTURES = resolve(import.meta.dirname, "../fixtures/db");
const VERSIONS = readdirSync(FIXTURES).flatMap((name) => /^v(\d+)-data\.sql$/.exec(name)?.[1] ?? []);
/** With this many rows the second migration takes long enough to be interrupted. */
const SESSIONS = 100_000;
const MIGRATES_MS = 150;
const KILLS = isLong ? 20 : 3;
const KEPT = { AGTMUX_KEEP_METADATA: "1000000h", AGTMUX_KEEP_PAYLOADS: "1000000h" };

type Tables = Map<string, Record<string, unknown>[]>;

describe("a database of an older version", () => {
  it.each(VERSIONS)("[DB2] version %s: the daemon goes on with all that it had", async (version) => {
    const box = sandbox(KEPT);
    const before = restore(box, version);
    await box.startDaemon();
    expect((await box.status()).problems.map(({ code }) => code)).toEqual(["NO_TMUX_SERVER"]);
    expect(readdirSync(box.home).filter((name) => /^agtmux\.db-journal/.test(name))).toEqual([]);
    await box.agtmux(["daemon", "stop"]);
    const after = tablesOf(box);
    for (const [table, rows] of before) expect(missing(table, rows, after)).toEqual([]);
    expect(box.log()).not.toMatch(/"level":[56]0/);
  });

  it("[DB2] a daemon that is killed in the middle of it leaves the old one, and the next one finishes", {
    timeout: 180_000,
  }, async () => {
    const box = sandbox(KEPT);
    restoreLarge(box);
    const before = keysOf(box);
    let [inTheMiddle, last, longestMs] = [0, 0, MIGRATES_MS];
    while (inTheMiddle < KILLS) {
      const started = box.agtmux(["daemon", "start"]);
      // a killed daemon leaves its pid file behind
      await until(() => ![0, last].includes(pidOf(box)));
      const pid = pidOf(box);
      last = pid;
      await sleep(Math.random() * longestMs);
      process.kill(pid, "SIGKILL");
      await until(() => !isRunning(pid));
      await started;
      if (versionOf(box) !== 1) {
        // killed too late: try again with a shorter delay
        longestMs /= 2;
        restoreLarge(box);
        continue;
      }
      inTheMiddle += 1;
      expect(keysOf(box)).toEqual(before);
    }
    await box.startDaemon();
    await box.agtmux(["daemon", "stop"]);
    expect(versionOf(box)).toBeGreaterThan(1);
    // registrations of a tmux server that is gone are removed
    const kept = (keys: string[]) => keys.filter((key) => key.startsWith("kept:"));
    expect(kept(keysOf(box))).toEqual(kept(before));
  });
});

function pidOf(box: Sandbox): number {
  const path = join(box.home, "daemon.pid");
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
}

function databaseOf(box: Sandbox): string {
  return join(box.home, "agtmux.db");
}

/** Restores a database of the first version, large enough for its migration to take a moment. */
function restoreLarge(box: Sandbox): void {
  restore(box, "1");
  const db = new Database(databaseOf(box));
  const insert = db.prepare("INSERT INTO memory (key, value) VALUES (?, '{}')");
  db.exclusively(() => {
    for (let n = 0; n < SESSIONS; n += 1) insert.run(n % 100 === 0 ? `kept:${n}` : `session:${n}`);
  });
  db.close();
}

function restore(box: Sandbox, version: string): Tables {
  mkdirSync(box.home, { mode: 0o700, recursive: true });
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(databaseOf(box) + end, { force: true });
  const db = new Database(databaseOf(box));
  db.pragma("foreign_keys = OFF");
  db.exec(readFileSync(join(FIXTURES, `v${version}-data.sql`), "utf8"));
  db.pragma(`user_version = ${version}`);
  db.close();
  const tables = tablesOf(box);
  expect(tables.get("events")?.length).toBeGreaterThan(3);
  return tables;
}

/** Rows that were lost or changed, apart from what migrations change by design and what a start rewrites. */
function missing(table: string, rows: Record<string, unknown>[], after: Tables): string[] {
  const identity = IDENTITIES[table];
  if (table === "targets" || table === "sqlite_sequence" || identity?.length === 0) return [];
  const kept = after.get(table) ?? [];
  const wanted = rows.map((row) => (identity === undefined ? row : pick(row, identity)));
  const columns = Object.keys(wanted[0] ?? {});
  const there = new Set(kept.map((row) => JSON.stringify(pick(row, columns))));
  return wanted
    .filter(({ key }) => table !== "memory" || !OVER.test(String(key)))
    .map((row) => JSON.stringify(row))
    .filter((row) => !there.has(row));
}

/** Columns that must stay: no tmux server runs any more, so every runtime has ended and no pane is shown. */
const IDENTITIES: Record<string, string[]> = {
  runtimes: ["runtime_id", "pane_id", "agent_type", "pid", "started_at"],
  runtime_folds: ["runtime_id"],
  states: [],
  panes: [],
  memory: ["key"],
  adapters: ["adapter_name"],
  action_snapshots: [],
  questions: ["question_id"],
};

/** Registrations of a tmux server that is gone. */
const OVER = /^session[:@]/;

function pick(row: Record<string, unknown>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function read<T>(box: Sandbox, work: (db: Database) => T): T {
  const db = new Database(databaseOf(box));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function tablesOf(box: Sandbox): Tables {
  return read(box, (db) => {
    const names = db.prepareColumn<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return new Map(names.map((name) => [name, db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all()]));
  });
}

function keysOf(box: Sandbox): string[] {
  return read(box, (db) => db.prepareColumn<[], string>("SELECT key FROM memory ORDER BY key").all());
}

function versionOf(box: Sandbox): number {
  return read(box, (db) => db.pragma("user_version") as number);
}

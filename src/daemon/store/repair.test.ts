import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyDatabase } from "./copy-database.ts";
import { Database } from "./database.ts";
import { repairDatabase } from "./repair.ts";
import { openSqliteStore } from "./sqlite-store.ts";

let dir: string;
let home: { database: string; backups: string; damaged: string };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "agtmux-repair-"));
  home = { database: join(dir, "agtmux.db"), backups: join(dir, "backups"), damaged: join(dir, "damaged") };
  mkdirSync(home.backups);
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Creates a database that stores this word; returns its epoch. */
function remember(word: string): string {
  const store = openSqliteStore(home.database);
  store.transact(() => store.remember("word", word));
  store.transact(() => store.remember("device:1", "{}"));
  const { epoch } = store;
  store.close();
  return epoch;
}

function backUp(day: number): string {
  const path = join(home.backups, `agtmux-2026010${day}T000000Z.db`);
  copyDatabase(home.database, path);
  return path;
}

/** Overwrites the second half, which opening does not read. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
}

function recalled() {
  const store = openSqliteStore(home.database);
  const { epoch } = store;
  const found = { word: store.recall("word"), devices: store.recallAll("device:").size, epoch };
  store.close();
  return found;
}

describe("repairDatabase", () => {
  it("[FT5] leaves a database that is whole, and one that is not there", () => {
    expect(repairDatabase(home, 0).repaired).toBe(false);
    expect(existsSync(home.database)).toBe(false);
    const epoch = remember("one");
    expect(repairDatabase(home, 0)).toMatchObject({ repaired: false, damage: null });
    expect(recalled()).toEqual({ word: "one", devices: 1, epoch });
  });

  it("[FT5] the newest backup that is whole takes its place, as another log without devices; the damaged one is kept", () => {
    const epoch = remember("one");
    const first = backUp(1);
    remember("two");
    const second = backUp(2);
    damage(second);
    remember("three");
    damage(home.database);
    const bytes = readFileSync(home.database);
    const report = repairDatabase(home, Date.UTC(2026, 0, 3));
    expect(report).toMatchObject({
      repaired: true,
      restored: { path: first, at: Date.UTC(2026, 0, 1) },
      skipped: [second],
      damage: expect.stringMatching(/./),
    });
    expect(readFileSync(report.set_aside as string)).toEqual(bytes);
    const now = recalled();
    expect(now).toMatchObject({ word: "one", devices: 0 });
    expect(now.epoch).not.toBe(epoch);
    expect(repairDatabase(home, 0).repaired).toBe(false);
  });

  it("[DB3, FT5] a database of a newer agtmux is set aside for the newest backup of a version that is known", () => {
    remember("one");
    const known = backUp(1);
    const newer = new Database(home.database);
    newer.pragma("user_version = 999");
    newer.close();
    const tooNew = join(home.backups, "agtmux-20260102T000000Z.db");
    copyFileSync(home.database, tooNew);
    const report = repairDatabase(home, 0);
    expect(report).toMatchObject({ repaired: true, restored: { path: known }, skipped: [tooNew] });
    expect(report.damage).toBe("version 999 is of a newer agtmux");
    expect(existsSync(report.set_aside as string)).toBe(true);
    expect(recalled().word).toBe("one");
  });

  it("[FT5] without any backup that is whole an empty database is begun", () => {
    writeFileSync(home.database, "this is no database");
    expect(repairDatabase(home, 0)).toMatchObject({ repaired: true, restored: null });
    expect(recalled().word).toBeNull();
  });
});

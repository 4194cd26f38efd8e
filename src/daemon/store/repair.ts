import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { RepairReport } from "../../core/protocol/daemon/repair.ts";
import type { Home } from "../base/home.ts";
import { makePrivateDirectory } from "../base/private-directory.ts";
import { backupsIn } from "./backups.ts";
import { damageOf } from "./copy-database.ts";
import { openDatabase, refuseUnreadable } from "./open-database.ts";

/**
 * Replaces a damaged or too new database by the newest usable backup, or by an empty one if there is none. The old one
 * is set aside. Only while no daemon runs: the caller holds the home's lock.
 */
export function repairDatabase(home: Pick<Home, "database" | "backups" | "damaged">, now: number): RepairReport {
  const { database } = home;
  const damage = existsSync(database) ? faultOf(database) : null;
  if (damage === null)
    return { schema_version: 1, repaired: false, damage, set_aside: null, restored: null, skipped: [] };
  const skipped: string[] = [];
  const good = backupsIn(home.backups).find(({ path }) => {
    const fault = faultOf(path);
    if (fault !== null) skipped.push(path);
    return fault === null;
  });
  // complete the copy before moving anything: if the disk is too full for it, nothing has changed
  const next = `${database}.next`;
  for (const end of ["-wal", "-shm", ""]) rmSync(next + end, { force: true });
  if (good !== undefined) copyFileSync(good.path, next);
  begin(next);
  const set_aside = setAside(home, now);
  renameSync(next, database);
  return { schema_version: 1, repaired: true, damage, set_aside, restored: good ?? null, skipped };
}

/** Why this agtmux cannot use the file: damaged, or written by a newer agtmux. Null if it can. */
function faultOf(path: string): string | null {
  try {
    refuseUnreadable(path);
  } catch (error) {
    const { code, details } = asFault(error);
    if (code === "E_DB_NEWER") return `version ${details.database_version} is of a newer agtmux`;
    if (code !== "E_DB_CORRUPT") throw error;
  }
  return damageOf(path);
}

/** Together with its -wal, which is part of the database. */
function setAside({ database, damaged }: Pick<Home, "database" | "damaged">, now: number): string {
  makePrivateDirectory(damaged);
  const kept = join(damaged, `${new Date(now).toISOString().replaceAll(":", "")}-${basename(database)}`);
  for (const end of ["-wal", "-shm", ""]) if (existsSync(database + end)) renameSync(database + end, kept + end);
  return kept;
}

/** Starts a new epoch, since log numbers are reused; drops devices: some may have been removed since the backup. */
function begin(database: string): void {
  const db = openDatabase(database);
  db.exclusively(() => {
    db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(randomBytes(6).toString("hex"));
    db.prepare("DELETE FROM memory WHERE key GLOB 'device:*'").run();
    db.prepare("DELETE FROM push_subscriptions").run();
  });
  db.close();
}

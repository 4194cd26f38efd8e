import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { asFault } from "../../core/protocol/fault.ts";
import type { RepairReport } from "../../core/protocol/repair.ts";
import type { Home } from "../home.ts";
import { makePrivateDirectory } from "../private-directory.ts";
import { backupsIn } from "./backups.ts";
import { damageOf } from "./copy-database.ts";
import { openDatabase, refuseUnreadable } from "./open-database.ts";

/**
 * Puts the newest usable backup in the place of a database that is damaged or too new, or an empty one where there is none.
 * The former one is kept aside. Only while no daemon runs: whoever calls this holds the home's lock.
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
  // made whole before anything is moved: who has no room for it still has what there was
  const next = `${database}.next`;
  for (const end of ["-wal", "-shm", ""]) rmSync(next + end, { force: true });
  if (good !== undefined) copyFileSync(good.path, next);
  begin(next);
  const set_aside = setAside(home, now);
  renameSync(next, database);
  return { schema_version: 1, repaired: true, damage, set_aside, restored: good ?? null, skipped };
}

/** What keeps this agtmux from using it: that it is damaged, or that a newer agtmux wrote it. */
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

/** With its -wal: without it, it would be another database. */
function setAside({ database, damaged }: Pick<Home, "database" | "damaged">, now: number): string {
  makePrivateDirectory(damaged);
  const kept = join(damaged, `${new Date(now).toISOString().replaceAll(":", "")}-${basename(database)}`);
  for (const end of ["-wal", "-shm", ""]) if (existsSync(database + end)) renameSync(database + end, kept + end);
  return kept;
}

/** Another log from here on, since the numbers of the old one are given again; and no device that was sent away since is back. */
function begin(database: string): void {
  const db = openDatabase(database);
  db.exclusively(() => {
    db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(randomBytes(6).toString("hex"));
    db.prepare("DELETE FROM memory WHERE key GLOB 'device:*'").run();
    db.prepare("DELETE FROM push_subscriptions").run();
  });
  db.close();
}

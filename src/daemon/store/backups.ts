import { readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { makePrivateDirectory } from "../base/private-directory.ts";
import type { Problems } from "../base/problems.ts";

const NAME = /^agtmux-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;
const PARTIAL = ".partial";
const BUNDLE = "backup.cjs";

export interface Backup {
  path: string;
  at: number;
}

/** Newest first. */
export function backupsIn(dir: string): Backup[] {
  return namesIn(dir)
    .flatMap((name) => {
      const at = NAME.exec(name);
      return at === null ? [] : [{ path: join(dir, name), at: Date.parse(isoOf(at)) }];
    })
    .sort((a, b) => b.at - a.at);
}

/** Periodic, verified copies of the database; the oldest are removed. */
export class Backups {
  private readonly deps: {
    database: string;
    dir: string;
    everyMs: number;
    keep: number;
    clock: Clock;
    problems: Problems;
    log: Log;
  };

  private making = false;

  constructor(deps: Backups["deps"]) {
    this.deps = deps;
  }

  /** Makes a backup if the newest is old enough. A failure is reported as a problem and retried at the next call. */
  async keepUp(): Promise<void> {
    if (this.deps.keep === 0 || this.making) return;
    this.making = true;
    try {
      await this.make();
    } finally {
      this.making = false;
    }
  }

  private async make(): Promise<void> {
    const { database, dir, keep, everyMs, clock, problems, log } = this.deps;
    try {
      const [newest] = backupsIn(dir);
      // abs: a clock that was set back must not delay backups forever
      if (newest !== undefined && Math.abs(clock.now() - newest.at) < everyMs) return;
      makePrivateDirectory(dir);
      removePartial(dir);
      refuseFullDisk(dir, database);
      const path = join(dir, nameOf(clock.now()));
      await copyInThread(database, path + PARTIAL);
      renameSync(path + PARTIAL, path);
      for (const old of backupsIn(dir).slice(keep)) rmSync(old.path, { force: true });
      problems.clear("E_BACKUP");
      log.info({ path }, "the database was copied");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `the database could not be copied to ${dir}: ${why}`;
      if (problems.raise("E_BACKUP", message)) log.error({ err: why }, "no backup");
    }
  }
}

/** A copy that does not fit would fill the disk, so that no signal could be stored until it is given up. */
function refuseFullDisk(dir: string, database: string): void {
  const { bavail, bsize } = statfsSync(dir);
  const needed = 2 * statSync(database).size;
  if (bavail * bsize < needed)
    throw new Error(`the disk has less room than it takes (${Math.ceil(needed / 2 ** 20)} MB)`);
}

/** Leftovers of a daemon that was killed during a backup. */
function removePartial(dir: string): void {
  for (const name of namesIn(dir)) if (name.endsWith(PARTIAL)) rmSync(join(dir, name), { force: true });
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function nameOf(at: number): string {
  return `agtmux-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.db`;
}

function isoOf([, year, month, day, hour, minute, second]: RegExpExecArray): string {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

function copyInThread(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, BUNDLE), { workerData: { from, to } });
    worker.once("message", (fault: string | null) => (fault === null ? resolve() : reject(new Error(fault))));
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the copying ended by itself")));
    worker.unref();
  });
}

import { type FSWatcher, watch } from "node:fs";
import { attempt, type WorkReport } from "../../base/failures.ts";
import type { Log } from "../../base/log.ts";
import type { Problems } from "../../base/problems.ts";

export interface DirectoryWatchesDeps {
  problems: Pick<Problems, "raise" | "clear">;
  failures: WorkReport;
  log: Log;
  /** Interval in milliseconds for scanning what cannot be watched. */
  scanMs: number;
}

const CODE = "WATCH_LIMIT";
const LIMITS: Record<string, string> = {
  ENOSPC: "fs.inotify.max_user_watches",
  EMFILE: "fs.inotify.max_user_instances",
};

/** File watches on directories of this machine. Reports when the system's limit for them is reached. */
export class DirectoryWatches {
  private readonly deps: DirectoryWatchesDeps;
  private readonly beyondLimit = new Set<string>();

  constructor(deps: DirectoryWatchesDeps) {
    this.deps = deps;
  }

  /** Returns null if the directory cannot be watched: the caller scans it, and tries again at each scan. */
  open(directory: string, onEvent: (name: string | null) => void, onLost: () => void): FSWatcher | null {
    try {
      const watcher = watch(directory, (_event, name) => this.attempt(`reading ${directory}`, () => onEvent(name)));
      watcher.on("error", (error) => {
        this.note(directory, error);
        onLost();
      });
      this.forget(directory);
      return watcher;
    } catch (error) {
      this.note(directory, error as NodeJS.ErrnoException);
      return null;
    }
  }

  /** Runs a read that an event triggered. A failure is reported, and the next scan reads it again. */
  attempt(work: string, read: () => void): void {
    attempt(this.deps.failures, work, read);
  }

  /** Drops the report of a failed `attempt` with this name, since its result is no longer needed. */
  abandon(work: string): void {
    this.deps.failures.worked(work);
  }

  /** The directory is no longer needed. */
  forget(directory: string): void {
    this.abandon(`reading ${directory}`);
    if (!this.beyondLimit.delete(directory)) return;
    if (this.beyondLimit.size > 0) this.say();
    else if (this.deps.problems.clear(CODE)) this.deps.log.info({}, "every directory is watched again");
  }

  private note(directory: string, { code = "", message }: NodeJS.ErrnoException): void {
    const { log } = this.deps;
    if (code !== "ENOENT") log.debug({ directory, err: message }, "directory is not watched: scanned instead");
    if (LIMITS[code] === undefined || this.beyondLimit.has(directory)) return;
    this.beyondLimit.add(directory);
    this.say(LIMITS[code]);
  }

  private say(limit = "fs.inotify"): void {
    const { problems, log, scanMs } = this.deps;
    const directories = this.beyondLimit.size === 1 ? "1 directory" : `${this.beyondLimit.size} directories`;
    const words = `the system's limit for watching files is reached (${limit}): ${directories} cannot be watched and are looked at every ${scanMs / 1_000} s instead, so that signals may come that much later`;
    if (problems.raise(CODE, words)) log.warn({ limit, directories: this.beyondLimit.size }, "watches are used up");
  }
}

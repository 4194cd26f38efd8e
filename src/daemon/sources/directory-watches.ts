import { type FSWatcher, watch } from "node:fs";
import { attempt, type WorkReport } from "../failures.ts";
import type { Log } from "../log.ts";
import type { Problems } from "../problems.ts";

export interface DirectoryWatchesDeps {
  problems: Pick<Problems, "raise" | "clear">;
  failures: WorkReport;
  log: Log;
  /** How often what cannot be watched is looked at. */
  scanMs: number;
}

const CODE = "WATCH_LIMIT";
const LIMITS: Record<string, string> = {
  ENOSPC: "fs.inotify.max_user_watches",
  EMFILE: "fs.inotify.max_user_instances",
};

/** Watches on directories of this machine. The system has limits for them: where these are reached, that is said. */
export class DirectoryWatches {
  private readonly deps: DirectoryWatchesDeps;
  private readonly beyondLimit = new Set<string>();

  constructor(deps: DirectoryWatchesDeps) {
    this.deps = deps;
  }

  /** Null where it cannot be watched: whoever wants it looks by himself, and tries again then. */
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

  /** What is read because of an event: where that fails, it is reported, and the next scan reads it again. */
  attempt(work: string, read: () => void): void {
    attempt(this.deps.failures, work, read);
  }

  /** Nobody wants what was read by an `attempt` of this name. */
  abandon(work: string): void {
    this.deps.failures.worked(work);
  }

  /** Nobody wants it any more. */
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

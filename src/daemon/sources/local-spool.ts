import {
  existsSync,
  type FSWatcher,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { SpoolFile, SpoolReader, Taken } from "../targets/machine.ts";

const BATCH = 1_000;
const LARGEST_BYTES = 4 * 1024 * 1024;

/**
 * This machine's spool, read in place: committed, then removed. A crash between the two reads a file again, and its
 * key drops it.
 */
export class LocalSpool implements SpoolReader {
  private readonly spool: Home["spool"];
  private readonly log: Log;
  private readonly isOurs: () => boolean;
  private take: (files: SpoolFile[]) => Taken | null = () => null;
  private watcher: FSWatcher | null = null;
  private scheduled = false;
  private stopped = true;

  /** `isOurs`: whether we are the one reader of this spool. */
  constructor(spool: Home["spool"], log: Log, isOurs: () => boolean) {
    this.spool = spool;
    this.log = log;
    this.isOurs = isOurs;
  }

  start(take: (files: SpoolFile[]) => Taken | null): void {
    this.take = take;
    this.stopped = false;
    this.watch();
    this.scan();
  }

  stop(): void {
    this.stopped = true;
    this.watcher?.close();
  }

  /** Everything that lies there now; also called by the slow reconcile. */
  scan(): void {
    if (this.stopped || !this.isOurs()) return;
    const files = this.list().flatMap((name) => this.inspect(name) ?? []);
    files.sort((a, b) => a.time - b.time);
    for (let from = 0; from < files.length; from += BATCH) {
      const taken = this.take(files.slice(from, from + BATCH));
      if (taken === null) return;
      for (const name of taken.accepted) removeQuietly(join(this.spool.new, name));
      for (const { name, fault } of taken.rejected) this.putAside(name, fault);
    }
  }

  /** A spool that somebody has deleted is made anew. */
  private list(): string[] {
    if (!existsSync(this.spool.new)) this.watch();
    return readdirSync(this.spool.new);
  }

  private watch(): void {
    this.watcher?.close();
    for (const folder of Object.values(this.spool)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.watcher = watch(this.spool.new, (_event, name) => {
      // a directory that was deleted and made anew is another one
      if (name === basename(this.spool.new)) this.watch();
      this.schedule();
    });
    this.watcher.on("error", (error) => this.log.warn({ err: error.message }, "spool is not watched: scanned instead"));
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      try {
        this.scan();
      } catch (error) {
        this.log.error({ err: (error as Error).message }, "spool not read: tried again");
      }
    });
  }

  /** Null if it has gone meanwhile. Links and foreign files are not followed. */
  private inspect(name: string): SpoolFile | null {
    const path = join(this.spool.new, name);
    try {
      const stat = lstatSync(path, { bigint: true });
      const read = { name, time: Number(stat.mtimeNs) / 1e6, key: `${name}@${stat.mtimeNs}` };
      if (!stat.isFile()) return { ...read, content: { ok: false, fault: "not a plain file" } };
      if (stat.size > LARGEST_BYTES)
        return { ...read, content: { ok: false, fault: `${stat.size} bytes: more than ${LARGEST_BYTES}` } };
      return { ...read, content: { ok: true, bytes: readFileSync(path) } };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      return { name, time: 0, key: name, content: { ok: false, fault: `cannot be read: ${message}` } };
    }
  }

  /** Kept with the reason, so that nothing is lost and the rest goes on. */
  private putAside(name: string, fault: string): void {
    const kept = join(this.spool.rejected, name);
    try {
      writeFileSync(`${kept}.reason`, `${fault}\n`, { mode: 0o600 });
      renameSync(join(this.spool.new, name), kept);
    } catch (error) {
      this.log.error({ file: kept, err: (error as Error).message }, "spool entry could not be put aside");
    }
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

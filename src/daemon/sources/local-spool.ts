import {
  existsSync,
  type FSWatcher,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { SpoolFile, SpoolReader, Taken } from "../targets/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";

/** So much is read and stored without letting anything else run. */
const BATCH = 250;
const BATCH_BYTES = 8 * 1024 * 1024;
const LARGEST_BYTES = 4 * 1024 * 1024;

const byName = new Intl.Collator("en", { numeric: true });

interface Entry {
  name: string;
  time: number;
  key: string;
  size: number;
  isPlain: boolean;
}

/**
 * This machine's spool, read in place: committed, then removed. A crash between the two reads a file again, and its
 * key drops it. However many lie there, a few at a time are read, and what comes meanwhile does not wait for them.
 */
export class LocalSpool implements SpoolReader {
  private readonly spool: Home["spool"];
  private readonly watches: DirectoryWatches;
  private readonly log: Log;
  private readonly isOurs: () => boolean;
  private take: (files: SpoolFile[]) => Taken | null = () => null;
  private watcher: FSWatcher | null = null;
  /** Found by the last listing and not yet read, the next one last. */
  private backlog: Entry[] = [];
  /** Named by events while there is a backlog. */
  private readonly fresh = new Set<string>();
  private scheduled = false;
  /** Nothing can be stored. */
  private refused = false;
  private stopped = true;

  /** `isOurs`: whether we are the one reader of this spool. */
  constructor(spool: Home["spool"], watches: DirectoryWatches, log: Log, isOurs: () => boolean) {
    this.spool = spool;
    this.watches = watches;
    this.log = log;
    this.isOurs = isOurs;
  }

  start(take: (files: SpoolFile[]) => Taken | null): void {
    this.take = take;
    this.stopped = false;
    this.scan();
  }

  stop(): void {
    this.stopped = true;
    this.unwatch();
  }

  /** Everything that lies there now; also called by the slow reconcile. */
  scan(): void {
    this.refused = false;
    this.readOn();
  }

  private readOn(): void {
    if (this.stopped || this.refused || !this.isOurs()) return;
    this.watches.attempt("reading the spool", () => {
      this.watch();
      if (this.backlog.length === 0) this.backlog = this.list();
      this.readSome();
    });
  }

  /** What could not be stored is all found again, by the next slow look and not before: another one fares no better. */
  private readSome(): void {
    this.refused = !(this.offer(this.nextOfFresh()) && this.offer(this.nextOf(this.backlog)));
    if (this.refused) this.backlog = [];
    else if (this.backlog.length + this.fresh.size > 0) this.schedule();
  }

  private nextOfFresh(): Entry[] {
    const batch: Entry[] = [];
    for (const name of this.fresh) {
      if (batch.length === BATCH) break;
      this.fresh.delete(name);
      // most are those that we have removed ourselves
      const entry = this.inspect(name);
      if (entry !== null) batch.push(entry);
    }
    return oldestFirst(batch);
  }

  private nextOf(backlog: Entry[]): Entry[] {
    const batch: Entry[] = [];
    for (let bytes = 0; batch.length < BATCH && bytes < BATCH_BYTES; ) {
      const entry = backlog.pop();
      if (entry === undefined) break;
      bytes += entry.size;
      batch.push(entry);
    }
    return batch;
  }

  /** False when nothing can be stored now. */
  private offer(entries: readonly Entry[]): boolean {
    if (entries.length === 0) return true;
    const taken = this.take(entries.flatMap((entry) => this.read(entry) ?? []));
    if (taken === null) return false;
    for (const name of taken.accepted) this.remove(name);
    for (const { name, fault } of taken.rejected) this.putAside(name, fault);
    return true;
  }

  private list(): Entry[] {
    this.fresh.clear();
    const entries = readdirSync(this.spool.new).flatMap((name) => this.inspect(name) ?? []);
    return oldestFirst(entries).reverse();
  }

  /** A spool that somebody has deleted is made anew. */
  private watch(): void {
    if (this.watcher !== null && existsSync(this.spool.new)) return;
    this.unwatch();
    for (const folder of Object.values(this.spool)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const heed = (name: string | null) => {
      // a directory that was deleted and made anew is another one
      if (name === basename(this.spool.new)) this.unwatch();
      else if (name !== null && this.backlog.length > 0) this.fresh.add(name);
      this.schedule();
    };
    this.watcher = this.watches.open(this.spool.new, heed, () => this.unwatch());
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.readOn();
    });
  }

  /** Null if it has gone meanwhile. */
  private inspect(name: string): Entry | null {
    const stat = lstatSync(join(this.spool.new, name), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return null;
    const [time, size] = [Number(stat.mtimeNs) / 1e6, Number(stat.size)];
    return { name, time, key: `${name}@${stat.mtimeNs}`, size, isPlain: stat.isFile() };
  }

  /** Null if it has gone meanwhile. Links and foreign files are not followed. */
  private read({ size, isPlain, ...file }: Entry): SpoolFile | null {
    if (!isPlain) return { ...file, content: { ok: false, fault: "not a plain file" } };
    if (size > LARGEST_BYTES)
      return { ...file, content: { ok: false, fault: `${size} bytes: more than ${LARGEST_BYTES}` } };
    try {
      return { ...file, content: { ok: true, bytes: readFileSync(join(this.spool.new, file.name)) } };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      return { ...file, content: { ok: false, fault: `cannot be read: ${message}` } };
    }
  }

  /** What stays there is read again, and its key drops it. */
  private remove(name: string): void {
    try {
      unlinkSync(join(this.spool.new, name));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") this.log.error({ file: name, err: message }, "spool entry could not be removed");
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

function oldestFirst(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
}

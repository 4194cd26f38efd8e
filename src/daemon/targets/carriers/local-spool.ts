import {
  closeSync,
  existsSync,
  type FSWatcher,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Home } from "../../base/home.ts";
import type { Log } from "../../base/log.ts";
import type { SpoolFile, SpoolReader, Taken } from "../machine/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";

/** Files read and stored before yielding to the event loop. */
const BATCH = 250;
/** The memory that a batch holds makes V8's young generation grow: to 134 MB with batches of a megabyte, to 67 MB with these. */
const BATCH_BYTES = 256 * 1024;
const LARGEST_BYTES = 4 * 1024 * 1024;

const NO_ROOM = Buffer.alloc(0);

const byName = new Intl.Collator("en", { numeric: true });

interface Entry {
  name: string;
  time: number;
  key: string;
  size: number;
  isPlain: boolean;
}

/**
 * Reads this machine's spool: commits, then removes. After a crash in between, a file is read again and dropped by its
 * key. A backlog is read in small batches, and new files do not wait for it.
 */
export class LocalSpool implements SpoolReader {
  private readonly spool: Home["spool"];
  private readonly watches: DirectoryWatches;
  private readonly log: Log;
  private readonly isOurs: () => boolean;
  private take: (files: SpoolFile[]) => Taken | null = () => null;
  private watcher: FSWatcher | null = null;
  /** Listed and not yet read, the next one last. */
  private backlog: Entry[] = [];
  /** Names from events while there is a backlog. */
  private readonly fresh = new Set<string>();
  /** Read buffer, kept while there is a backlog. */
  private room = NO_ROOM;
  private scheduled = false;
  /** The last batch could not be stored. */
  private refused = false;
  private stopped = true;

  /** `isOurs`: whether we hold the spool's lock. */
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

  /** Reads everything in the spool; also called by the slow reconcile. */
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

  /** After a batch that could not be stored, waits for the next slow scan: another batch would fail too. */
  private readSome(): void {
    this.refused = !(this.ingest(this.nextOfFresh()) && this.ingest(this.nextOf(this.backlog)));
    if (this.refused) this.backlog = [];
    if (this.backlog.length === 0) this.room = NO_ROOM;
    if (!this.refused && this.backlog.length + this.fresh.size > 0) this.schedule();
  }

  private nextOfFresh(): Entry[] {
    const batch: Entry[] = [];
    for (const name of this.fresh) {
      if (batch.length === BATCH) break;
      this.fresh.delete(name);
      // most are files that we have removed ourselves
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

  /** False if nothing can be stored now. */
  private ingest(entries: readonly Entry[]): boolean {
    if (entries.length === 0) return true;
    const taken = this.take(this.readAll(entries));
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

  /** Creates the spool again if it was deleted. */
  private watch(): void {
    if (this.watcher !== null && existsSync(this.spool.new)) return;
    this.unwatch();
    for (const folder of Object.values(this.spool)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const handle = (name: string | null) => {
      // a directory that was deleted and created again needs a new watch
      if (name === basename(this.spool.new)) this.unwatch();
      else if (name !== null && this.backlog.length > 0) this.fresh.add(name);
      this.schedule();
    };
    this.watcher = this.watches.open(this.spool.new, handle, () => this.unwatch());
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

  /** Null if it is already gone. */
  private inspect(name: string): Entry | null {
    const stat = lstatSync(join(this.spool.new, name), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return null;
    const [time, size] = [Number(stat.mtimeNs) / 1e6, Number(stat.size)];
    return { name, time, key: `${name}@${stat.mtimeNs}`, size, isPlain: stat.isFile() };
  }

  private readAll(entries: readonly Entry[]): SpoolFile[] {
    let room = this.roomFor(entries);
    return entries.flatMap((entry) => {
      const file = this.read(entry, room);
      room = room.subarray(roomOf(entry));
      return file ?? [];
    });
  }

  /** One buffer for all batches of a backlog: with one per file, memory grows faster than it is collected. */
  private roomFor(entries: readonly Entry[]): Buffer {
    const size = entries.reduce((sum, entry) => sum + roomOf(entry), 0);
    // the next batch may be a little larger
    if (this.room.length < size) this.room = Buffer.allocUnsafeSlow(2 * size);
    return this.room;
  }

  /** Null if it is already gone. Links and special files are not read. */
  private read({ size, isPlain, ...file }: Entry, room: Buffer): SpoolFile | null {
    if (!isPlain) return { ...file, content: { ok: false, fault: "not a plain file" } };
    if (size > LARGEST_BYTES)
      return { ...file, content: { ok: false, fault: `${size} bytes: more than ${LARGEST_BYTES}` } };
    try {
      return { ...file, content: { ok: true, bytes: readInto(room, join(this.spool.new, file.name), size) } };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      return { ...file, content: { ok: false, fault: `cannot be read: ${message}` } };
    }
  }

  /** A file that cannot be removed is read again, and dropped by its key. */
  private remove(name: string): void {
    try {
      unlinkSync(join(this.spool.new, name));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") this.log.error({ file: name, err: message }, "spool entry could not be removed");
    }
  }

  /** Kept with the reason, so that nothing is lost and the rest can proceed. */
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

/** One byte more than its size: shows whether the file has grown. */
function roomOf({ size, isPlain }: Entry): number {
  return isPlain && size <= LARGEST_BYTES ? size + 1 : 0;
}

function readInto(room: Buffer, path: string, size: number): Buffer {
  const file = openSync(path, "r");
  try {
    if (readSync(file, room, 0, size + 1, 0) === size) return room.subarray(0, size);
  } finally {
    closeSync(file);
  }
  return readFileSync(path);
}

function oldestFirst(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
}

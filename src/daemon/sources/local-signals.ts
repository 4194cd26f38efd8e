import {
  closeSync,
  constants,
  type FSWatcher,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { parseTime } from "../../core/engine/parse-time.ts";
import type { SquadSignal } from "../../core/protocol/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../core/signals/squad/file-names.ts";
import { readFileName } from "../../core/signals/squad/read-file-name.ts";
import { forEachOf } from "../for-each-of.ts";
import type { Log } from "../log.ts";
import type { SignalFile, SignalFiles } from "../targets/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";
import { standOf } from "./stand-of.ts";

const LARGEST_BYTES = 256 * 1024;
/** Anybody may fill the directory: that much is looked at, and so many refusals are told one by one. */
const MOST_FILES = 2_000;
const TOLD = 5;

/** The signal directory of this machine, which anybody may write to: what is not a plain file of our own is refused. */
export class LocalSignals implements SignalFiles {
  private readonly directory: string;
  private readonly watches: DirectoryWatches;
  private readonly log: Log;
  private take: ((file: SignalFile) => boolean) | null = null;
  private watcher: FSWatcher | null = null;
  /** How each file stood when it was last read, and what it held if that is to be told again. */
  private readonly known = new Map<string, { stand: string; untaken: SignalFile | null; isRefused: boolean }>();
  private refusals = 0;
  private listedAt = "";

  constructor(directory: string, watches: DirectoryWatches, log: Log) {
    this.directory = directory;
    this.watches = watches;
    this.log = log;
  }

  start(take: (file: SignalFile) => boolean): void {
    this.take = take;
    this.scan();
  }

  /** The slow look. Only a directory in which files came or went is listed again. */
  scan(): void {
    if (this.take === null) return;
    this.watch();
    const changed = changedAt(this.directory);
    const isSame = changed === this.listedAt;
    const listed = isSame ? [] : this.list();
    this.listedAt = changed;
    // what is not ours to read becomes so only by being replaced, and that changes the directory
    const looked = [...this.known].flatMap(([name, { isRefused }]) => (isSame && isRefused ? [] : [name]));
    try {
      forEachOf(new Set([...looked, ...listed]), (name) => this.look(name));
    } catch (error) {
      // what could not be taken is looked for again
      this.listedAt = "";
      throw error;
    }
    if (this.refusals > TOLD) this.log.warn({ files: this.refusals - TOLD }, "more signal files refused");
    this.refusals = 0;
  }

  stop(): void {
    this.take = null;
    this.watcher?.close();
    this.watcher = null;
  }

  keep(signals: readonly SquadSignal[]): void {
    const newest = new Map(signals.flatMap((signal) => filesFor(signal).map((name) => [name, signal])));
    for (const [name, signal] of newest) {
      const path = join(this.directory, name);
      const before = standOf(path);
      if (holdsLater(path, signal)) continue;
      const aside = join(this.directory, `.squad-signal-${process.pid}-${signal.signal_id.replaceAll(/\W/g, "-")}`);
      try {
        // neither a link that lies there nor a reader in between gets anything of it
        writeFileSync(aside, `${JSON.stringify(signal)}\n`, { mode: 0o600, flag: "wx" });
        putInPlace(aside, path, before);
      } catch (error) {
        this.log.warn({ file: path, err: (error as Error).message }, "signal file not written");
      }
    }
  }

  remove(names: readonly string[]): void {
    for (const name of names) {
      const path = join(this.directory, name);
      try {
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat?.isFile() && stat.uid === process.getuid?.()) unlinkSync(path);
      } catch (error) {
        this.log.warn({ file: path, err: (error as Error).message }, "signal file not removed");
      }
    }
  }

  private watch(): void {
    if (this.watcher !== null) return;
    this.watcher = this.watches.open(
      this.directory,
      (name) => this.heed(name),
      () => this.unwatch(),
    );
    // what happened before the watch began is found by a listing
    if (this.watcher !== null) this.listedAt = "";
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private heed(name: string | null): void {
    if (name === null) this.scan();
    else if (readFileName(name) !== null) this.look(name);
    // a directory that was removed and made anew is another one
    else if (name === basename(this.directory)) this.unwatch();
  }

  private list(): string[] {
    try {
      const names = readdirSync(this.directory).filter((name) => readFileName(name) !== null);
      if (names.length > MOST_FILES)
        this.log.warn({ directory: this.directory, files: names.length, read: MOST_FILES }, "too many signal files");
      return names.slice(0, MOST_FILES);
    } catch {
      return [];
    }
  }

  private look(name: string): void {
    if (this.take === null) return;
    const stand = standOf(join(this.directory, name));
    if (stand === null) {
      this.known.delete(name);
      return;
    }
    const before = this.known.get(name);
    const isSame = before?.stand === stand;
    if (isSame && before.untaken === null) return;
    const file = isSame ? before.untaken : this.read(name);
    const isTaken = file === null || this.take(file);
    this.known.set(name, { stand, untaken: isTaken ? null : file, isRefused: file === null });
  }

  /** Null, with a word in the log, for what is not ours to read. */
  private read(name: string): SignalFile | null {
    const path = join(this.directory, name);
    const read = readOwn(path);
    if ("file" in read) return { name, ...read.file };
    if (read.refused === null) return null;
    this.refusals += 1;
    if (this.refusals <= TOLD) this.log.warn({ file: path, why: read.refused }, "signal file refused");
    return null;
  }
}

/** Empty where there is no such directory, or none that can be looked at. */
function changedAt(directory: string): string {
  try {
    return statSync(directory, { bigint: true, throwIfNoEntry: false })?.mtimeNs.toString() ?? "";
  } catch {
    return "";
  }
}

/** What somebody else has written there meanwhile stays: it is read, and kept then. */
function putInPlace(aside: string, path: string, before: string | null): void {
  try {
    if (before === null) linkSync(aside, path);
    else if (standOf(path) === before) renameSync(aside, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // a disk without hard links
    if (code === "EPERM" || code === "ENOTSUP") renameSync(aside, path);
    else if (code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Somebody has signalled since. */
function holdsLater(path: string, { timestamp }: SquadSignal): boolean {
  const read = readOwn(path);
  if (!("file" in read)) return false;
  const { timestamp: there } = readObject(read.file.text);
  const [theirs, ours] = [typeof there === "string" ? parseTime(there) : null, parseTime(timestamp)];
  return theirs !== null && ours !== null && theirs > ours;
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What a call could not know was its session; what we announce ourselves has lain nowhere yet. */
function filesFor({ session_id, tmux_session, provisional }: SquadSignal): string[] {
  return [
    ...(session_id === null ? [] : [filesOfSession(session_id).signal]),
    ...(provisional !== true || tmux_session === null ? [] : [filesOfTmuxSession(tmux_session).signal]),
  ];
}

/** Judged by what was opened, and not by what the name stood for a moment before. */
function readOwn(path: string): { file: Omit<SignalFile, "name"> } | { refused: string | null } {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { refused: "not a plain file" };
    if (stat.uid !== process.getuid?.()) return { refused: `of another owner (${stat.uid})` };
    if (stat.size > LARGEST_BYTES) return { refused: `${stat.size} bytes: more than ${LARGEST_BYTES}` };
    const bytes = Buffer.allocUnsafe(stat.size);
    const text = bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, 0));
    return { file: { text, time: stat.mtimeMs } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { refused: null };
    return { refused: code === "ELOOP" ? "a link" : message };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

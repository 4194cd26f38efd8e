import { randomBytes } from "node:crypto";
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
import { parseTime } from "../../../core/engine/parse-time.ts";
import type { SquadSignal } from "../../../core/protocol/squad/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../../core/signals/squad/file-names.ts";
import { readFileName } from "../../../core/signals/squad/read-file-name.ts";
import { parseOutside } from "../../../core/text/parse-outside.ts";
import { forEachOf } from "../../base/for-each-of.ts";
import type { Log } from "../../base/log.ts";
import { fileStamp } from "../../sources/file-stamp.ts";
import type { SignalFile, SignalFiles } from "../machine/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";

const LARGEST_BYTES = 256 * 1024;
/** Anyone may fill the directory: limits for the files read and the refusals logged one by one. */
const MAX_FILES = 2_000;
const TOLD = 5;

/** The signal directory of this machine. Anyone may write to it, so only plain files that we own are read. */
export class LocalSignals implements SignalFiles {
  private readonly directory: string;
  private readonly watches: DirectoryWatches;
  private readonly log: Log;
  private take: ((file: SignalFile) => boolean) | null = null;
  private watcher: FSWatcher | null = null;
  /** Fingerprint of each file when last read, and its content if it must be delivered again. */
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

  /** The slow scan. Lists the directory again only if files were added or removed. */
  scan(): void {
    if (this.take === null) return;
    this.watch();
    const changed = changedAt(this.directory);
    const isSame = changed === this.listedAt;
    const listed = isSame ? [] : this.list();
    this.listedAt = changed;
    // a refused file becomes readable only by being replaced, which changes the directory
    const looked = [...this.known].flatMap(([name, { isRefused }]) => (isSame && isRefused ? [] : [name]));
    try {
      forEachOf(new Set([...looked, ...listed]), (name) => this.look(name));
    } catch (error) {
      // list again, for what could not be delivered
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
      const before = fileStamp(path);
      if (holdsLater(path, signal)) continue;
      const aside = join(this.directory, `.squad-signal-${randomBytes(16).toString("hex")}`);
      try {
        // write to a new file, so that no existing link is followed and no reader sees half of it
        writeFileSync(aside, `${JSON.stringify(signal)}\n`, { mode: 0o600, flag: "wx" });
        putInPlace(aside, path, before);
      } catch (error) {
        this.log.warn({ file: path, err: (error as Error).message }, "signal file not written");
      }
    }
  }

  remove(names: readonly string[], serverPid: number | null): void {
    for (const name of names) {
      const path = join(this.directory, name);
      try {
        if (isOfAnother(path, serverPid)) continue;
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
      (name) => this.handle(name),
      () => this.unwatch(),
    );
    // changes before the watch began are found by listing
    if (this.watcher !== null) this.listedAt = "";
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private handle(name: string | null): void {
    if (name === null) this.scan();
    else if (readFileName(name) !== null) this.look(name);
    // a directory that was removed and created again needs a new watch
    else if (name === basename(this.directory)) this.unwatch();
  }

  private list(): string[] {
    try {
      const names = readdirSync(this.directory).filter((name) => readFileName(name) !== null);
      if (names.length > MAX_FILES)
        this.log.warn({ directory: this.directory, files: names.length, read: MAX_FILES }, "too many signal files");
      return names.slice(0, MAX_FILES);
    } catch {
      return [];
    }
  }

  private look(name: string): void {
    if (this.take === null) return;
    const stand = fileStamp(join(this.directory, name));
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

  /** Null, with a log entry, for files that must not be read. */
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

/** Empty if the directory does not exist or cannot be read. */
function changedAt(directory: string): string {
  try {
    return statSync(directory, { bigint: true, throwIfNoEntry: false })?.mtimeNs.toString() ?? "";
  } catch {
    return "";
  }
}

/** A file that was written there meanwhile stays: it will be read, and kept then. */
function putInPlace(aside: string, path: string, before: string | null): void {
  try {
    if (before === null) linkSync(aside, path);
    else if (fileStamp(path) === before) renameSync(aside, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // a disk without hard links
    if (code === "EPERM" || code === "ENOTSUP") renameSync(aside, path);
    else if (code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Whether the file holds a newer signal. */
function holdsLater(path: string, { timestamp }: SquadSignal): boolean {
  const read = readOwn(path);
  if (!("file" in read)) return false;
  const { timestamp: there } = readObject(read.file.text);
  const [theirs, ours] = [typeof there === "string" ? parseTime(there) : null, parseTime(timestamp)];
  return theirs !== null && ours !== null && theirs > ours;
}

/** Whether the file is from a session of that name on another tmux server. */
function isOfAnother(path: string, serverPid: number | null): boolean {
  const read = readOwn(path);
  const { tmux_server_pid: named } = "file" in read ? readObject(read.file.text) : {};
  return typeof named === "number" && named !== serverPid;
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseOutside(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Signals go under their session, which the sender did not know; our own provisional ones also under their tmux
 * session, since no file of them exists yet.
 */
function filesFor({ session_id, tmux_session, provisional }: SquadSignal): string[] {
  return [
    ...(session_id === null ? [] : [filesOfSession(session_id).signal]),
    ...(provisional !== true || tmux_session === null ? [] : [filesOfTmuxSession(tmux_session).signal]),
  ];
}

/** Checks the opened file, not what the path named a moment before. */
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

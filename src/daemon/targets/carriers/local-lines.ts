import {
  type BigIntStats,
  closeSync,
  constants,
  type FSWatcher,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import type { LineFollow, LinePosition } from "../machine/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";
import { type LinePiece, LineReading, PIECE_BYTES, type TakeLines } from "./line-reading.ts";

/** Pause between reads of a file that is written without a pause: lines that come meanwhile are stored together. */
const REST_MS = 20;

interface Followed {
  path: string;
  reading: LineReading;
  phase: "idle" | "due" | "resting" | "woken";
}

interface Directory {
  /** By file name, as events name them. */
  files: Map<string, Followed>;
  watcher: FSWatcher | null;
}

/**
 * Follows files of this machine that only grow. Watches their directories, since a file may appear later or be
 * replaced.
 */
export class LocalLines implements LineFollow {
  private readonly watches: DirectoryWatches;
  private readonly directories = new Map<string, Directory>();
  private readonly buffer = Buffer.allocUnsafe(PIECE_BYTES + 1);

  constructor(watches: DirectoryWatches) {
    this.watches = watches;
  }

  follow(path: string, from: LinePosition | null, take: TakeLines): void {
    const at = dirname(path);
    const directory = this.directories.get(at) ?? { files: new Map(), watcher: null };
    this.directories.set(at, directory);
    const followed: Followed = { path, reading: new LineReading(from, take), phase: "idle" };
    directory.files.set(basename(path), followed);
    this.watchDirectory(at, directory);
    this.wake(followed);
  }

  unfollow(path: string): void {
    const at = dirname(path);
    const directory = this.directories.get(at);
    directory?.files.delete(basename(path));
    this.watches.abandon(`reading ${path}`);
    if (directory?.files.size !== 0) return;
    directory.watcher?.close();
    this.watches.forget(at);
    this.directories.delete(at);
  }

  scan(): void {
    for (const [at, directory] of this.directories) {
      this.watchDirectory(at, directory);
      // most files have not grown, and all are checked every few seconds
      for (const followed of directory.files.values()) if (hasMore(followed)) this.wake(followed);
    }
  }

  stop(): void {
    for (const { watcher } of this.directories.values()) watcher?.close();
    this.directories.clear();
  }

  private watchDirectory(at: string, directory: Directory): void {
    if (directory.watcher !== null) return;
    const handle = (name: string | null) => this.handle(at, directory, name);
    directory.watcher = this.watches.open(at, handle, () => unwatch(directory));
  }

  private handle(at: string, directory: Directory, name: string | null): void {
    for (const followed of name === null ? directory.files.values() : [directory.files.get(name)])
      if (followed !== undefined) this.wake(followed);
    // a directory that was removed and created again needs a new watch
    if (name === basename(at)) unwatch(directory);
  }

  private wake(followed: Followed): void {
    if (followed.phase === "resting") followed.phase = "woken";
    else if (followed.phase === "idle") this.readSoon(followed);
  }

  private readSoon(followed: Followed): void {
    followed.phase = "due";
    setImmediate(() => {
      if (!this.isFollowed(followed)) return;
      let more = false;
      this.watches.attempt(`reading ${followed.path}`, () => {
        more = this.readPiece(followed);
      });
      if (more) return this.readSoon(followed);
      followed.phase = "resting";
      setTimeout(() => {
        const { phase } = followed;
        followed.phase = "idle";
        if (phase === "woken") this.wake(followed);
      }, REST_MS);
    });
  }

  private isFollowed(followed: Followed): boolean {
    return this.directories.get(dirname(followed.path))?.files.get(basename(followed.path)) === followed;
  }

  /** True if there is more to read at once. */
  private readPiece({ path, reading }: Followed): boolean {
    const piece = this.pieceOf(path, reading);
    if (piece === null) return false;
    const outcome = reading.add(piece);
    return outcome === "misfit" || (outcome === "taken" && piece.offset + piece.bytes.length < piece.size);
  }

  /** Null unless it is a plain file that we own. Links are not followed. */
  private pieceOf(path: string, reading: LineReading): (LinePiece & { size: number }) | null {
    let fd: number | null = null;
    try {
      fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const stat = fstatSync(fd, { bigint: true });
      if ((Number(stat.mode) & constants.S_IFMT) !== constants.S_IFREG) return null;
      // the path may name another user's file
      if (Number(stat.uid) !== process.getuid?.()) return null;
      const [file, size] = [`${stat.dev}.${stat.ino}`, Number(stat.size)];
      const offset = reading.seek(file, size);
      const count = readSync(fd, this.buffer, 0, this.buffer.length, offset);
      return { file, offset, size, bytes: this.buffer.subarray(0, count) };
    } catch {
      return null;
    } finally {
      if (fd !== null) closeSync(fd);
    }
  }
}

function hasMore({ path, reading }: Followed): boolean {
  const stat = lookAt(path);
  if (stat === null) return false;
  const { reached } = reading;
  return reached === null || reached.file !== `${stat.dev}.${stat.ino}` || reached.offset !== Number(stat.size);
}

/** Null if there is no file, or it cannot be read. */
function lookAt(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function unwatch(directory: Directory): void {
  directory.watcher?.close();
  directory.watcher = null;
}

import { closeSync, constants, type FSWatcher, fstatSync, openSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import { forEachOf } from "../for-each-of.ts";
import type { FileLook, FileWatch } from "../targets/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";
import { standOf } from "./stand-of.ts";

const LARGEST_BYTES = 64 * 1024;

/** Files of this machine. The directory is watched, since files are replaced, removed and made anew. */
export class LocalFiles implements FileWatch {
  private readonly watches: DirectoryWatches;
  private readonly listeners = new Map<string, (look: FileLook) => void>();
  private readonly watchers = new Map<string, FSWatcher>();
  /** How each file stood when it was last told. */
  private readonly told = new Map<string, string>();

  constructor(watches: DirectoryWatches) {
    this.watches = watches;
  }

  watch(path: string, onLook: (look: FileLook) => void): void {
    this.listeners.set(path, onLook);
    this.watchDirectory(dirname(path));
    this.read(path);
  }

  unwatch(path: string): void {
    this.listeners.delete(path);
    this.told.delete(path);
    const directory = dirname(path);
    if (![...this.listeners.keys()].some((other) => dirname(other) === directory)) {
      this.unwatchDirectory(directory);
      this.watches.forget(directory);
    }
  }

  /** The slow look, for whatever the watcher missed and for directories that were not there yet. */
  scan(): void {
    forEachOf([...this.listeners.keys()], (path) => {
      this.watchDirectory(dirname(path));
      // most have not changed, and a look at them all is due every few seconds
      if (standOf(path) !== this.told.get(path)) this.read(path);
    });
  }

  stop(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
    this.listeners.clear();
  }

  private watchDirectory(directory: string): void {
    if (this.watchers.has(directory)) return;
    const heed = (name: string | null) => this.heed(directory, name);
    const watcher = this.watches.open(directory, heed, () => this.unwatchDirectory(directory));
    if (watcher !== null) this.watchers.set(directory, watcher);
  }

  private unwatchDirectory(directory: string): void {
    this.watchers.get(directory)?.close();
    this.watchers.delete(directory);
  }

  private heed(directory: string, name: string | null): void {
    for (const path of this.listeners.keys())
      if (dirname(path) === directory && (name === null || name === basename(path))) this.read(path);
    // a directory that was removed and made anew is another one
    if (name === basename(directory)) this.unwatchDirectory(directory);
  }

  private read(path: string): void {
    const stand = standOf(path);
    const look = readWhole(path);
    if (look === null) return;
    this.listeners.get(path)?.(look);
    // only now: what a listener could not take is told again by the next scan
    if (stand !== null && this.listeners.has(path)) this.told.set(path, stand);
  }
}

/** Null if there is no plain file of a sensible size. Links are not followed. */
function readWhole(path: string): FileLook | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    for (;;) {
      const { mtimeNs, size, ...before } = fstatSync(fd, { bigint: true });
      if (!isPlain(Number(before.mode)) || size > LARGEST_BYTES) return null;
      // one byte more: a file that grows meanwhile is read again
      const bytes = Buffer.allocUnsafe(Number(size) + 1);
      const text = bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, 0));
      // words and their date must belong together, else the next daemon takes them for another signal
      if (fstatSync(fd, { bigint: true }).mtimeNs === mtimeNs)
        return { text, time: Number(mtimeNs) / 1e6, stamp: String(mtimeNs) };
    }
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function isPlain(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFREG;
}

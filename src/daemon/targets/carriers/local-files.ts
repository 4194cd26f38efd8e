import { closeSync, constants, type FSWatcher, fstatSync, openSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import { forEachOf } from "../../base/for-each-of.ts";
import { fileStamp } from "../../sources/file-stamp.ts";
import type { FileLook, FileWatch } from "../machine/machine.ts";
import type { DirectoryWatches } from "./directory-watches.ts";

const LARGEST_BYTES = 64 * 1024;

/** Watches files of this machine, by their directory, since files are replaced, removed and created again. */
export class LocalFiles implements FileWatch {
  private readonly watches: DirectoryWatches;
  private readonly listeners = new Map<string, (look: FileLook) => void>();
  private readonly watchers = new Map<string, FSWatcher>();
  /** Fingerprint of each file when it was last delivered. */
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

  /** The slow scan, for changes that the watcher missed and directories that did not exist yet. */
  scan(): void {
    forEachOf([...this.listeners.keys()], (path) => {
      this.watchDirectory(dirname(path));
      // most files have not changed, and all are checked every few seconds
      if (fileStamp(path) !== this.told.get(path)) this.read(path);
    });
  }

  stop(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
    this.listeners.clear();
  }

  private watchDirectory(directory: string): void {
    if (this.watchers.has(directory)) return;
    const handle = (name: string | null) => this.handle(directory, name);
    const watcher = this.watches.open(directory, handle, () => this.unwatchDirectory(directory));
    if (watcher !== null) this.watchers.set(directory, watcher);
  }

  private unwatchDirectory(directory: string): void {
    this.watchers.get(directory)?.close();
    this.watchers.delete(directory);
  }

  private handle(directory: string, name: string | null): void {
    for (const path of this.listeners.keys())
      if (dirname(path) === directory && (name === null || name === basename(path))) this.read(path);
    // a directory that was removed and created again needs a new watch
    if (name === basename(directory)) this.unwatchDirectory(directory);
  }

  private read(path: string): void {
    const stand = fileStamp(path);
    const look = readWhole(path);
    if (look === null) return;
    this.listeners.get(path)?.(look);
    // only now: after a failed listener the next scan delivers it again
    if (stand !== null && this.listeners.has(path)) this.told.set(path, stand);
  }
}

/** Null unless it is a plain file within the size limit. Links are not followed. */
function readWhole(path: string): FileLook | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    for (;;) {
      const { mtimeNs, size, ...before } = fstatSync(fd, { bigint: true });
      if (!isPlain(Number(before.mode)) || size > LARGEST_BYTES) return null;
      // one byte more: a file that grew meanwhile is read again
      const bytes = Buffer.allocUnsafe(Number(size) + 1);
      const text = bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, 0));
      // content and time must belong together, else the next daemon takes them for another signal
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

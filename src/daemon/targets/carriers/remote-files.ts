import type { FileLook, FileWatch } from "../machine/machine.ts";

/** The part of the watcher that remote files use. */
export interface FileWatcher {
  /** False for a path that cannot be requested. */
  watchFile(path: string): boolean;
  unwatchFile(path: string): void;
}

/** Watches files of another machine through the watcher there. */
export class RemoteFiles implements FileWatch {
  private readonly listeners = new Map<string, (look: FileLook) => void>();
  private watcher: FileWatcher | null = null;

  watch(path: string, onLook: (look: FileLook) => void): void {
    this.listeners.set(path, onLook);
    // also if already watched: the new listener needs the current content
    this.watcher?.watchFile(path);
  }

  unwatch(path: string): void {
    this.listeners.delete(path);
    this.watcher?.unwatchFile(path);
  }

  attach(watcher: FileWatcher): void {
    this.watcher = watcher;
    for (const path of this.listeners.keys()) watcher.watchFile(path);
  }

  detach(): void {
    this.watcher = null;
  }

  receive(path: string, look: FileLook | null): void {
    if (look !== null) this.listeners.get(path)?.(look);
  }

  /** The watcher there scans by itself. */
  scan(): void {}

  stop(): void {
    this.listeners.clear();
    this.detach();
  }
}

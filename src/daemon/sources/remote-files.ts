import type { FileLook, FileWatch } from "../targets/machine.ts";

/** What remote files need of the watcher beside them. */
export interface FileWatcher {
  /** False for a path that cannot be asked for. */
  watchFile(path: string): boolean;
  unwatchFile(path: string): void;
}

/** Files of another machine, told by a watcher there. */
export class RemoteFiles implements FileWatch {
  private readonly listeners = new Map<string, (look: FileLook) => void>();
  private watcher: FileWatcher | null = null;

  watch(path: string, onLook: (look: FileLook) => void): void {
    this.listeners.set(path, onLook);
    // also where it is watched already: the listener is new, and wants to know how the file stands
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

  /** The watcher there looks by itself. */
  scan(): void {}

  stop(): void {
    this.listeners.clear();
    this.detach();
  }
}

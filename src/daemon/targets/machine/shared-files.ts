import type { FileLook, FileWatch } from "./machine.ts";

type Listener = (look: FileLook) => void;

interface Watched {
  listeners: Set<Listener>;
  last: FileLook | null;
}

/** Watches files for several listeners each: two targets of one machine may have agents in the same repository. */
export class SharedFiles {
  private readonly files: Pick<FileWatch, "watch" | "unwatch">;
  private readonly watched = new Map<string, Watched>();

  constructor(files: Pick<FileWatch, "watch" | "unwatch">) {
    this.files = files;
  }

  /** Delivers the content at once if it is known, and at every change. */
  watch(path: string, listener: Listener): void {
    const known = this.watched.get(path);
    if (known !== undefined) {
      known.listeners.add(listener);
      if (known.last !== null) listener(known.last);
      return;
    }
    const watched: Watched = { listeners: new Set([listener]), last: null };
    this.watched.set(path, watched);
    this.files.watch(path, (look) => {
      watched.last = look;
      for (const each of watched.listeners) each(look);
    });
  }

  unwatch(path: string, listener: Listener): void {
    const watched = this.watched.get(path);
    if (watched === undefined || !watched.listeners.delete(listener) || watched.listeners.size > 0) return;
    this.watched.delete(path);
    this.files.unwatch(path);
  }
}

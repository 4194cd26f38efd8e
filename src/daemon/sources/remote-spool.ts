import type { SpoolFile, SpoolReader, Taken } from "../targets/machine.ts";

const MOST_HELD_BYTES = 16 * 1024 * 1024;

/** What a remote spool needs of the watcher beside it. */
export interface SpoolWatcher {
  /** Asks for what lies there, now or as soon as something does. */
  next(): void;
  ack(names: readonly string[]): void;
  reject(name: string, reason: string): void;
}

/**
 * The spool of another machine, read by a watcher there. A file is removed there only after its event is stored here:
 * a cut in between sends it again, and its key drops it.
 */
export class RemoteSpool implements SpoolReader {
  private take: ((files: SpoolFile[]) => Taken | null) | null = null;
  private watcher: SpoolWatcher | null = null;
  /** Sent, but not stored yet: the disk is full. */
  private held: SpoolFile[] = [];

  start(take: (files: SpoolFile[]) => Taken | null): void {
    this.take = take;
    this.watcher?.next();
  }

  attach(watcher: SpoolWatcher): void {
    this.watcher = watcher;
    if (this.take !== null) watcher.next();
  }

  /** What was sent and not acknowledged will be sent again. */
  detach(): void {
    this.watcher = null;
    this.held = [];
  }

  receive(files: readonly SpoolFile[]): void {
    // nobody is there to acknowledge it to: it will be sent again
    if (this.watcher === null) return;
    const held = [...this.held, ...files];
    // nobody has asked for that much: it stays where it lies, too
    if (this.held.length > 0 && bytesOf(held) > MOST_HELD_BYTES) return;
    this.held = held;
    this.offer();
  }

  scan(): void {
    if (this.held.length > 0) this.offer();
  }

  stop(): void {
    this.take = null;
    this.detach();
  }

  private offer(): void {
    const taken = this.take?.(this.held) ?? null;
    if (taken === null || this.watcher === null) return;
    this.held = [];
    this.watcher.ack(taken.accepted);
    for (const { name, fault } of taken.rejected) this.watcher.reject(name, fault);
    this.watcher.next();
  }
}

function bytesOf(files: readonly SpoolFile[]): number {
  return files.reduce((sum, { content }) => sum + (content.ok ? content.bytes.length : content.fault.length), 0);
}

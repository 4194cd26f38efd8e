import type { SpoolFile, SpoolReader, Taken } from "../machine/machine.ts";

const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** The part of the watcher that a remote spool uses. */
export interface SpoolWatcher {
  /** Requests the entries there, now or as soon as there are any. */
  next(): void;
  ack(names: readonly string[]): void;
  reject(name: string, reason: string): void;
}

/**
 * The spool of another machine, read by the watcher there. A file is removed there only after its event is stored here:
 * after a cut in between it is sent again, and dropped by its key.
 */
export class RemoteSpool implements SpoolReader {
  private take: ((files: SpoolFile[]) => Taken | null) | null = null;
  private watcher: SpoolWatcher | null = null;
  /** Received, but not stored yet because the disk is full. */
  private held: SpoolFile[] = [];

  start(take: (files: SpoolFile[]) => Taken | null): void {
    this.take = take;
    this.watcher?.next();
  }

  attach(watcher: SpoolWatcher): void {
    this.watcher = watcher;
    if (this.take !== null) watcher.next();
  }

  /** Entries without an acknowledgement will be sent again. */
  detach(): void {
    this.watcher = null;
    this.held = [];
  }

  receive(files: readonly SpoolFile[]): void {
    // cannot be acknowledged: it will be sent again
    if (this.watcher === null) return;
    const held = [...this.held, ...files];
    // more than was requested: it stays in the spool there, too
    if (this.held.length > 0 && bytesOf(held) > MAX_HELD_BYTES) return;
    this.held = held;
    this.ingest();
  }

  scan(): void {
    if (this.held.length > 0) this.ingest();
  }

  stop(): void {
    this.take = null;
    this.detach();
  }

  private ingest(): void {
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

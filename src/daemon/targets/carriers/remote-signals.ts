import type { WatchedLook } from "../../../core/signals/watcher-frame.ts";
import type { SignalFile, SignalFiles } from "../machine/machine.ts";

/** The part of the watcher that remote signals use. */
export interface SignalWatcher {
  signals(): void;
  removeSignal(name: string): void;
}

/** Limits for files that wait for their session. A watcher sends at most 500 files of at most 256 KB each. */
const MAX_WAITING = 500;
const MAX_WAITING_LETTERS = 4 * 1024 * 1024;
const TOLD = 20;

/**
 * The signal directory of another machine, read by the watcher there. Signals without a known session wait for the next
 * scan.
 */
export class RemoteSignals implements SignalFiles {
  private readonly refuse: (name: string, why: string) => void;
  private take: ((file: SignalFile) => boolean) | null = null;
  private watcher: SignalWatcher | null = null;
  private readonly waiting = new Map<string, SignalFile>();
  private refusals = 0;

  constructor(refuse: (name: string, why: string) => void) {
    this.refuse = refuse;
  }

  start(take: (file: SignalFile) => boolean): void {
    this.take = take;
    this.watcher?.signals();
  }

  attach(watcher: SignalWatcher): void {
    this.watcher = watcher;
    this.refusals = 0;
    if (this.take !== null) watcher.signals();
  }

  /** The next watcher sends all files again. */
  detach(): void {
    this.watcher = null;
    this.waiting.clear();
  }

  receive(name: string, look: WatchedLook | { refused: string }): void {
    if (this.take === null) return;
    this.waiting.delete(name);
    if ("refused" in look) {
      this.refusals += 1;
      if (this.refusals <= TOLD) this.refuse(name, look.refused);
      return;
    }
    const file = { name, text: look.text, time: look.time };
    if (!this.take(file)) this.wait(file);
  }

  scan(): void {
    for (const [name, file] of this.waiting) if (this.take?.(file) === true) this.waiting.delete(name);
  }

  stop(): void {
    this.take = null;
    this.detach();
  }

  /** Signals are written under their session only on the daemon's own machine. */
  keep(): void {}

  remove(names: readonly string[]): void {
    for (const name of names) this.watcher?.removeSignal(name);
  }

  private wait(file: SignalFile): void {
    this.waiting.set(file.name, file);
    let letters = 0;
    for (const { text } of this.waiting.values()) letters += text.length;
    for (const [name, { text }] of this.waiting) {
      if (this.waiting.size <= MAX_WAITING && letters <= MAX_WAITING_LETTERS) return;
      this.waiting.delete(name);
      letters -= text.length;
    }
  }
}

import type { WatchedLook } from "../../core/signals/watcher-frame.ts";
import type { SignalFile, SignalFiles } from "../targets/machine.ts";

/** What remote signals need of the watcher beside them. */
export interface SignalWatcher {
  signals(): void;
  removeSignal(name: string): void;
}

/** A watcher tells 500 files at most, each of 256 KB at most; of those that wait for their session so much is kept. */
const MOST_WAITING = 500;
const MOST_WAITING_LETTERS = 4 * 1024 * 1024;
const TOLD = 20;

/** The signal directory of another machine, told by a watcher there. What has no session yet waits here for the next scan. */
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

  /** The next watcher tells all of them again. */
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

  /** What a call did not know is written on the daemon's own machine only. */
  keep(): void {}

  remove(names: readonly string[]): void {
    for (const name of names) this.watcher?.removeSignal(name);
  }

  private wait(file: SignalFile): void {
    this.waiting.set(file.name, file);
    let letters = 0;
    for (const { text } of this.waiting.values()) letters += text.length;
    for (const [name, { text }] of this.waiting) {
      if (this.waiting.size <= MOST_WAITING && letters <= MOST_WAITING_LETTERS) return;
      this.waiting.delete(name);
      letters -= text.length;
    }
  }
}

import { setTimeout } from "node:timers/promises";
import { FOLD_VERSION } from "../core/engine/fold.ts";
import type { Folds } from "./folds.ts";
import type { Log } from "./log.ts";
import type { LogPosition, Store } from "./store/store.ts";

export interface FoldRebuildDeps {
  store: Pick<Store, "foldsOfOtherVersions" | "eventsFrom" | "transact">;
  folds: Folds;
  /** Its state may be another one now. */
  onRebuilt(runtimeId: string): void;
  log: Log;
}

/** So many events are folded at a time, so that nobody waits for it. */
const EVENTS_AT_ONCE = 500;
const PAUSE_MS = 5;
const AGAIN_MS = 1_000;

/**
 * Makes the folds that another version of the engine stored anew from the log, a part at a time. The old ones are used
 * until then. A fold that is done is stored as such, so a daemon that is killed meanwhile goes on with the next one.
 */
export class FoldRebuild {
  private readonly deps: FoldRebuildDeps;
  private waiting: string[] | null = null;
  private position: LogPosition | null = null;
  private current: string | null = null;

  constructor(deps: FoldRebuildDeps) {
    this.deps = deps;
  }

  /** Until all are done. What cannot be stored now is tried again. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let pauseMs = PAUSE_MS;
      try {
        if (!this.step()) return;
      } catch (error) {
        this.deps.log.warn({ err: String(error) }, "a fold could not be made anew: later");
        pauseMs = AGAIN_MS;
      }
      await setTimeout(pauseMs, undefined, { ref: false });
    }
  }

  /** Does a part of it; false when nothing is left to do. */
  step(): boolean {
    const { store, folds, log } = this.deps;
    if (this.waiting === null) {
      this.waiting = store.foldsOfOtherVersions(FOLD_VERSION);
      if (this.waiting.length > 0) log.info({ runtimes: this.waiting.length }, "folds are made anew from the log");
    }
    if (this.current === null) {
      this.current = this.waiting.shift() ?? null;
      if (this.current === null) return false;
      this.position = null;
      folds.beginRebuild(this.current);
    }
    const runtimeId = this.current;
    const { events, next } = store.eventsFrom(runtimeId, this.position, EVENTS_AT_ONCE);
    folds.rebuildWith(runtimeId, events);
    this.position = next;
    if (next !== null) return true;
    store.transact(() => {
      folds.finishRebuild(runtimeId);
      folds.write();
    });
    this.current = null;
    this.deps.onRebuilt(runtimeId);
    return true;
  }
}

import { setTimeout } from "node:timers/promises";
import { FOLD_VERSION } from "../../core/engine/runtime-fold.ts";
import type { Log } from "../base/log.ts";
import type { LogPosition, Store } from "../store/store.ts";
import { EVENTS_AT_ONCE, type Folds } from "./folds.ts";

export interface FoldRebuildDeps {
  store: Pick<Store, "foldsOfOtherVersions" | "eventsFrom" | "transact">;
  folds: Folds;
  /** Called after a rebuild: the runtime's state may have changed. */
  onRebuilt(runtimeId: string): void;
  log: Log;
}

const PAUSE_MS = 5;
const AGAIN_MS = 1_000;

/**
 * Rebuilds folds stored by another engine version from the log, step by step. The old folds are used meanwhile. Each
 * finished fold is stored, so a killed daemon continues with the next one.
 */
export class FoldRebuild {
  private readonly deps: FoldRebuildDeps;
  private waiting: string[] | null = null;
  private position: LogPosition | null = null;
  private current: string | null = null;

  constructor(deps: FoldRebuildDeps) {
    this.deps = deps;
  }

  /** Runs until all are rebuilt; retries if the store fails. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let pauseMs = PAUSE_MS;
      try {
        if (!this.step()) return;
      } catch (error) {
        this.deps.log.warn({ err: String(error) }, "a fold could not be rebuilt: it is tried again");
        pauseMs = AGAIN_MS;
      }
      await setTimeout(pauseMs, undefined, { ref: false });
    }
  }

  /** Does one step; false when nothing is left. */
  step(): boolean {
    const { store, folds, log } = this.deps;
    if (this.waiting === null) {
      this.waiting = store.foldsOfOtherVersions(FOLD_VERSION);
      if (this.waiting.length > 0) log.info({ runtimes: this.waiting.length }, "folds are rebuilt from the log");
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

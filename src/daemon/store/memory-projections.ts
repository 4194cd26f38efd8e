import { isDeepStrictEqual } from "node:util";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import { by, paneKey } from "./memory-tables.ts";
import type { SourceCursorRow, StateChange, Store } from "./store.ts";

type MemoryProjections = Pick<
  Store,
  | "saveFold"
  | "loadFold"
  | "saveSourceCursor"
  | "sourceCursors"
  | "saveState"
  | "removeState"
  | "states"
  | "lastChange"
  | "changesSince"
> & { pruneProjections(runtimeIds: ReadonlySet<string>, changesBefore: number): void };

export function memoryProjections(journal: Journal, isRuntime: (runtimeId: string) => boolean): MemoryProjections {
  const folds = new JournalledMap<{ runtime_id: string; fold: string }>(journal);
  const cursors = new JournalledMap<SourceCursorRow>(journal);
  const states = new JournalledMap<PaneItem>(journal);
  let changes: StateChange[] = [];
  let last = 0;

  function recordChange(change: Omit<StateChange, "n">): number {
    last++;
    changes.push({ n: last, ...change });
    journal.record(() => {
      changes.pop();
      last--;
    });
    return last;
  }

  function requireRuntime(runtimeId: string): void {
    if (!isRuntime(runtimeId)) throw new Fault("E_INTERNAL", "the store refused: no such runtime");
  }

  return {
    saveFold(runtime_id, fold) {
      requireRuntime(runtime_id);
      folds.set(runtime_id, { runtime_id, fold });
    },
    loadFold: (runtimeId) => folds.get(runtimeId)?.fold ?? null,
    saveSourceCursor(cursor) {
      requireRuntime(cursor.runtime_id);
      cursors.set(cursorKey(cursor), { ...cursor });
    },
    sourceCursors: (runtimeId) =>
      cursors
        .values()
        .filter((cursor) => cursor.runtime_id === runtimeId)
        .sort(by((cursor) => [cursor.source])),

    saveState(item) {
      const { target, pane_id } = item.identity;
      const before = states.get(paneKey(target, pane_id));
      if (before !== undefined && isDeepStrictEqual({ ...before, updated_at: item.updated_at }, item)) return null;
      states.set(paneKey(target, pane_id), item);
      return recordChange({ target, pane_id, state: item.state, at: item.updated_at });
    },
    removeState(target, paneId) {
      const before = states.get(paneKey(target, paneId));
      if (before === undefined) return null;
      states.delete(paneKey(target, paneId));
      return recordChange({ target, pane_id: paneId, state: null, at: before.updated_at });
    },
    states: () => states.values().sort(by((item) => [item.identity.target, item.identity.pane_id])),
    lastChange: () => last,
    changesSince(after) {
      const first = changes[0]?.n ?? last + 1;
      return after < first - 1 || after > last ? null : changes.filter((change) => change.n > after);
    },

    pruneProjections(runtimeIds, changesBefore) {
      for (const { runtime_id } of folds.values()) if (runtimeIds.has(runtime_id)) folds.delete(runtime_id);
      for (const cursor of cursors.values()) if (runtimeIds.has(cursor.runtime_id)) cursors.delete(cursorKey(cursor));
      const before = changes;
      journal.record(() => {
        changes = before;
      });
      const firstYoung = changes.findIndex((change) => change.at >= changesBefore);
      changes = firstYoung === -1 ? [] : changes.slice(firstYoung);
    },
  };
}

function cursorKey(cursor: SourceCursorRow): string {
  return JSON.stringify([cursor.runtime_id, cursor.source]);
}

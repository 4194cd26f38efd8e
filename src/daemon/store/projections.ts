import { isDeepStrictEqual } from "node:util";
import type { Database } from "better-sqlite3";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { SourceCursorRow, StateChange, Store } from "./store.ts";
import { upsertSql } from "./upsert-sql.ts";

type Projections = Pick<
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
>;

/** What is derived from the event log and kept, so that a start does not read the log again. */
export function projections(db: Database): Projections {
  const saveFold = db.prepare(upsertSql("runtime_folds", ["runtime_id"], ["runtime_id", "fold"]));
  const loadFold = db.prepare<[string], string>("SELECT fold FROM runtime_folds WHERE runtime_id = ?").pluck();
  const saveCursor = db.prepare(upsertSql("runtime_source_cursors", ["runtime_id", "source"], CURSOR_COLUMNS));
  const cursors = db.prepare<[string], SourceCursorRow>(
    "SELECT * FROM runtime_source_cursors WHERE runtime_id = ? ORDER BY source",
  );

  const state = db.prepare<[string, string], StoredState>(
    "SELECT item, updated_at FROM states WHERE target_id = ? AND pane_id = ?",
  );
  // by position: the one upsert on the path of every signal
  const saveState = db.prepare(
    `REPLACE INTO states
       (target_id, pane_id, runtime_id, state, reason_code, confidence, state_version, updated_at, item)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeState = db.prepare("DELETE FROM states WHERE target_id = ? AND pane_id = ?");
  const states = db.prepare<[], StoredState>("SELECT item, updated_at FROM states ORDER BY target_id, pane_id");

  const recordChange = db.prepare("INSERT INTO state_changes (target_id, pane_id, state, at) VALUES (?, ?, ?, ?)");
  const lastChange = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'state_changes'").pluck();
  const firstKept = db.prepare<[], number>("SELECT min(n) FROM state_changes").pluck();
  const changes = db.prepare<[number], StateChange>(
    "SELECT n, target_id AS target, pane_id, state, at FROM state_changes WHERE n > ? ORDER BY n",
  );

  return {
    saveFold: (runtime_id, fold) => void saveFold.run({ runtime_id, fold }),
    loadFold: (runtimeId) => loadFold.get(runtimeId) ?? null,
    saveSourceCursor: (cursor) => void saveCursor.run(cursor),
    sourceCursors: (runtimeId) => cursors.all(runtimeId),

    saveState(item) {
      const { target, pane_id } = item.identity;
      const { updated_at, ...visible } = item;
      const text = JSON.stringify(visible);
      const before = state.get(target, pane_id);
      // the order of keys is not a change
      if (before !== undefined && (before.item === text || isDeepStrictEqual(JSON.parse(before.item), visible)))
        return null;
      const { runtime_id, state: now, reason_code, confidence, state_version } = item;
      saveState.run(target, pane_id, runtime_id, now, reason_code, confidence, state_version, updated_at, text);
      return Number(recordChange.run(target, pane_id, item.state, updated_at).lastInsertRowid);
    },
    removeState(target, paneId) {
      const before = state.get(target, paneId);
      if (before === undefined) return null;
      removeState.run(target, paneId);
      return Number(recordChange.run(target, paneId, null, before.updated_at).lastInsertRowid);
    },
    states: () => states.all().map(({ item, updated_at }): PaneItem => ({ ...JSON.parse(item), updated_at })),
    lastChange: () => lastChange.get() ?? 0,
    changesSince(after) {
      const last = lastChange.get() ?? 0;
      const first = firstKept.get() ?? last + 1;
      return after < first - 1 || after > last ? null : changes.all(after);
    },
  };
}

interface StoredState {
  /** A PaneItem without `updated_at`, which alone is no change. */
  item: string;
  updated_at: number;
}

const CURSOR_COLUMNS = [
  "runtime_id",
  "source",
  "last_source_seq",
  "last_order_event_time",
  "last_order_ingested_at",
  "last_order_event_id",
] as const satisfies (keyof SourceCursorRow)[];

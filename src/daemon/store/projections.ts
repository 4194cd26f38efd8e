import { isDeepStrictEqual } from "node:util";
import { paneChange, paneGone } from "../../core/lists/pane-change.ts";
import { labelOf, shelfOf } from "../../core/protocol/events/shelves.ts";
import { PaneItem } from "../../core/protocol/lists/lists.ts";
import { PaneNews } from "../../core/protocol/lists/watch-event.ts";
import type { Database } from "./database.ts";
import type { ChangeNews, LastHeard, SourceCursorRow, StateChange, Store, StoredFold } from "./store.ts";
import { parsed, readStored } from "./stored-json.ts";
import { upsertSql } from "./upsert-sql.ts";

type Projections = Pick<
  Store,
  | "saveFold"
  | "loadFold"
  | "foldsOfOtherVersions"
  | "saveSourceCursor"
  | "sourceCursors"
  | "lastHeard"
  | "saveState"
  | "removeState"
  | "states"
  | "lastChange"
  | "changesSince"
  | "newsSince"
  | "statesByChange"
  | "changeBefore"
>;

/** State derived from the event log and stored, so that a start need not read the log. */
export function projections(db: Database): Projections {
  const saveFold = db.prepare(upsertSql("runtime_folds", ["runtime_id"], ["runtime_id", "fold", "version"]));
  const loadFold = db.prepare<[string], StoredFold>("SELECT fold, version FROM runtime_folds WHERE runtime_id = ?");
  const otherFolds = db.prepareColumn<[number], string>(OTHER_FOLDS);
  const saveCursor = db.prepare(upsertSql("runtime_source_cursors", ["runtime_id", "source"], CURSOR_COLUMNS));
  const cursors = db.prepare<[string], SourceCursorRow>(
    "SELECT * FROM runtime_source_cursors WHERE runtime_id = ? ORDER BY source",
  );
  const lastHeard = db.prepare<[], LastHeard>(LAST_HEARD);

  const state = db.prepare<[string, string], StoredState>(
    "SELECT item, updated_at FROM states WHERE target_id = ? AND pane_id = ?",
  );
  // positional parameters for speed: this upsert runs for every signal
  const saveState = db.prepare(
    `REPLACE INTO states
       (target_id, pane_id, runtime_id, state, reason_code, confidence, state_version, updated_at, item, n)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeState = db.prepare("DELETE FROM states WHERE target_id = ? AND pane_id = ?");
  const states = db.prepare<[], StoredState>("SELECT item, updated_at FROM states ORDER BY target_id, pane_id");

  const recordChange = db.prepare(
    "INSERT INTO state_changes (target_id, pane_id, state, at, news) VALUES (?, ?, ?, ?, ?)",
  );
  const lastChange = db.prepareColumn<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'state_changes'");
  const firstKept = db.prepareColumn<[], number>("SELECT min(n) FROM state_changes");
  const changes = db.prepare<[number], StateChange>(
    "SELECT n, target_id AS target, pane_id, state, at FROM state_changes WHERE n > ? ORDER BY n",
  );
  const news = db.prepare<[number, number], StoredNews>(
    "SELECT n, at, news FROM state_changes WHERE n > ? AND news IS NOT NULL ORDER BY n LIMIT ?",
  );
  const byChange = db.prepare<[number], StoredState & { n: number }>(
    "SELECT max(coalesce(n, 0), ?) AS n, item, updated_at FROM states ORDER BY 1, target_id, pane_id",
  );
  // searches from the end: everything after it is read anyway
  const before = db.prepareColumn<[number], number>("SELECT n FROM state_changes WHERE at < ? ORDER BY n DESC LIMIT 1");

  function record(target: string, paneId: string, now: string | null, at: number, told: PaneNews | null) {
    return recordChange.run(target, paneId, now, at, told === null ? null : JSON.stringify(told)).lastInsertRowid;
  }

  /** Whether all changes after `after` are still in the log. */
  function isKept(after: number): boolean {
    return after >= oldest() && after <= (lastChange.get() ?? 0);
  }

  function oldest(): number {
    return (firstKept.get() ?? (lastChange.get() ?? 0) + 1) - 1;
  }

  return {
    saveFold: (runtime_id, fold, version) => void saveFold.run({ runtime_id, fold, version }),
    loadFold: (runtimeId) => loadFold.get(runtimeId) ?? null,
    foldsOfOtherVersions: (version) => otherFolds.all(version),
    saveSourceCursor: (cursor) => void saveCursor.run(cursor),
    sourceCursors: (runtimeId) => cursors.all(runtimeId),
    lastHeard: () => lastHeard.all(),

    saveState(item) {
      const { target, pane_id } = item.identity;
      const { updated_at, ...visible } = item;
      const text = JSON.stringify(visible);
      const stored = state.get(target, pane_id);
      if (stored?.item === text) return null;
      const [shown = null] = stored === undefined ? [] : itemOf(stored);
      // a different key order is not a change
      if (shown !== null && isDeepStrictEqual(shown, { ...item, updated_at: shown.updated_at })) return null;
      const told = paneChange(shown, item);
      const n = record(target, pane_id, item.state, updated_at, told);
      const { runtime_id, state: now, reason_code, confidence, state_version } = item;
      saveState.run(target, pane_id, runtime_id, now, reason_code, confidence, state_version, updated_at, text, n);
      return n;
    },
    removeState(target, paneId, at) {
      const stored = state.get(target, paneId);
      if (stored === undefined) return null;
      removeState.run(target, paneId);
      const [shown] = itemOf(stored);
      return record(target, paneId, null, at ?? stored.updated_at, shown === undefined ? null : paneGone(shown));
    },
    states: () => states.all().flatMap(itemOf),
    lastChange: () => lastChange.get() ?? 0,
    changesSince: (after) => (isKept(after) ? changes.all(after) : null),
    newsSince: (after, limit) => (isKept(after) ? news.all(after, limit).flatMap(newsOf) : null),
    statesByChange: () =>
      byChange.all(oldest()).flatMap(({ n, ...stored }) => itemOf(stored).map((item) => ({ n, item }))),
    changeBefore: (at) => before.get(at) ?? oldest(),
  };
}

/** Empty if the stored row is not a valid item: the next look at the pane rebuilds it. */
function itemOf({ item, updated_at }: StoredState): PaneItem[] {
  const stored = parsed(item);
  if (typeof stored !== "object") return [];
  // older versions stored no signal, shelf or label
  const read = PaneItem.safeParse({ signal: null, ...stored, updated_at });
  return read.success ? [{ ...read.data, shelf: shelfOf(read.data), label: labelOf(read.data) }] : [];
}

function newsOf({ n, at, news: text }: StoredNews): ChangeNews[] {
  const news = readStored(PaneNews, text);
  return news === null ? [] : [{ n, at, news }];
}

interface StoredNews {
  n: number;
  at: number;
  news: string;
}

interface StoredState {
  /** A PaneItem without `updated_at`, which does not count as a change. */
  item: string;
  updated_at: number;
}

// living runtimes first: people look at those
const OTHER_FOLDS = `
  SELECT runtime_id FROM runtime_folds JOIN runtimes USING (runtime_id) WHERE version <> ?
  ORDER BY ended_at IS NOT NULL, ended_at DESC, runtime_id`;

// few rows, one per source and recorded runtime; the log itself has no index by agent, and needs none
const LAST_HEARD = `
  SELECT agent_type, source, at FROM (
    SELECT agent_type, source, last_order_event_time AS at, row_number() OVER newest AS place
    FROM runtime_source_cursors JOIN runtimes USING (runtime_id) WHERE source NOT IN ('process', 'wrapper')
    WINDOW newest AS (PARTITION BY agent_type ORDER BY last_order_event_time DESC, source)
  ) WHERE place = 1 ORDER BY agent_type`;

const CURSOR_COLUMNS = [
  "runtime_id",
  "source",
  "last_source_seq",
  "last_order_event_time",
  "last_order_ingested_at",
  "last_order_event_id",
] as const satisfies (keyof SourceCursorRow)[];

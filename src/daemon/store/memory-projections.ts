import { isDeepStrictEqual } from "node:util";
import { paneGone, paneNews } from "../../core/lists/pane-news.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { PaneNews } from "../../core/protocol/watch-event.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import { by, paneKey } from "./memory-tables.ts";
import type { LastHeard, RuntimeRow, SourceCursorRow, StateChange, Store } from "./store.ts";

type MemoryProjections = Pick<
  Store,
  | "saveFold"
  | "loadFold"
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
> & { pruneProjections(runtimeIds: ReadonlySet<string>, changesBefore: number): void };

export function memoryProjections(
  journal: Journal,
  runtimeOf: (runtimeId: string) => RuntimeRow | null,
): MemoryProjections {
  const folds = new JournalledMap<{ runtime_id: string; fold: string }>(journal);
  const cursors = new JournalledMap<SourceCursorRow>(journal);
  const states = new JournalledMap<PaneItem>(journal);
  const numbers = new JournalledMap<number>(journal);
  let changes: (StateChange & { news: PaneNews | null })[] = [];
  let last = 0;

  function recordChange(change: Omit<StateChange, "n"> & { news: PaneNews | null }): number {
    last++;
    changes.push({ n: last, ...change });
    journal.record(() => {
      changes.pop();
      last--;
    });
    return last;
  }

  function oldest(): number {
    return (changes[0]?.n ?? last + 1) - 1;
  }

  function since(after: number): typeof changes | null {
    return after < oldest() || after > last ? null : changes.filter(({ n }) => n > after);
  }

  function requireRuntime(runtimeId: string): void {
    if (runtimeOf(runtimeId) === null) throw new Fault("E_INTERNAL", "the store refused: no such runtime");
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
    lastHeard() {
      const newest = new Map<string, LastHeard>();
      for (const { runtime_id, source, last_order_event_time: at } of cursors.values()) {
        const agent_type = runtimeOf(runtime_id)?.agent_type;
        if (agent_type === undefined || source === "process" || source === "wrapper") continue;
        const held = newest.get(agent_type);
        const isNewer = held === undefined || at > held.at || (at === held.at && source < held.source);
        if (isNewer) newest.set(agent_type, { agent_type, source, at });
      }
      return [...newest.values()].sort(by((heard) => [heard.agent_type]));
    },

    saveState(item) {
      const { target, pane_id } = item.identity;
      const before = states.get(paneKey(target, pane_id)) ?? null;
      if (before !== null && isDeepStrictEqual({ ...before, updated_at: item.updated_at }, item)) return null;
      states.set(paneKey(target, pane_id), item);
      const news = paneNews(before, item);
      const n = recordChange({ target, pane_id, state: item.state, at: item.updated_at, news });
      numbers.set(paneKey(target, pane_id), n);
      return n;
    },
    removeState(target, paneId, at) {
      const before = states.get(paneKey(target, paneId));
      if (before === undefined) return null;
      states.delete(paneKey(target, paneId));
      numbers.delete(paneKey(target, paneId));
      return recordChange({
        target,
        pane_id: paneId,
        state: null,
        at: at ?? before.updated_at,
        news: paneGone(before),
      });
    },
    states: () => states.values().sort(by((item) => [item.identity.target, item.identity.pane_id])),
    lastChange: () => last,
    changesSince: (after) => since(after)?.map(({ news: _, ...change }) => change) ?? null,
    newsSince: (after, limit) =>
      since(after)
        ?.flatMap(({ n, at, news }) => (news === null ? [] : [{ n, at, news }]))
        .slice(0, limit) ?? null,
    statesByChange: () =>
      states
        .values()
        .map((item) => ({ n: Math.max(numbers.get(keyOf(item)) ?? 0, oldest()), item }))
        .sort(by(({ n, item }) => [n, item.identity.target, item.identity.pane_id])),
    changeBefore: (at) => changes.findLast((change) => change.at < at)?.n ?? oldest(),

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

function keyOf({ identity }: PaneItem): string {
  return paneKey(identity.target, identity.pane_id);
}

function cursorKey(cursor: SourceCursorRow): string {
  return JSON.stringify([cursor.runtime_id, cursor.source]);
}

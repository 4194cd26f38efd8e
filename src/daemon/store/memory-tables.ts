import { Fault } from "../../core/protocol/fault.ts";
import { requirePlainNames } from "../../core/ssh/connection-ref.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import type { AdapterRow, PaneRow, RuntimeRow, Store, TargetRow } from "./store.ts";
import { targetExists } from "./target-exists.ts";

type MemoryTables = Pick<
  Store,
  | "upsertTarget"
  | "targets"
  | "upsertPane"
  | "removePane"
  | "panes"
  | "insertRuntime"
  | "endRuntime"
  | "runtimes"
  | "runtime"
  | "lastPaneEpoch"
  | "saveAdapter"
  | "adapters"
  | "remember"
  | "recall"
  | "recallAll"
  | "forget"
> & { deleteTarget(targetId: string): void; pruneRuntimes(endedBefore: number): void };

export function memoryTables(journal: Journal): MemoryTables {
  const targets = new JournalledMap<TargetRow>(journal);
  const panes = new JournalledMap<PaneRow>(journal);
  const runtimes = new JournalledMap<RuntimeRow>(journal);
  const adapters = new JournalledMap<AdapterRow>(journal);
  const facts = new JournalledMap<string>(journal);

  function lastPaneEpoch(target: string, paneId: string): number {
    return Math.max(0, ...livesIn(target, paneId).map((row) => row.pane_epoch));
  }

  function livesIn(target: string, paneId: string): RuntimeRow[] {
    return runtimes.values().filter((row) => row.target_id === target && row.pane_id === paneId);
  }

  return {
    upsertTarget(target) {
      requirePlainNames(target);
      const holder = targets.values().find((row) => row.target_name === target.target_name);
      if (holder !== undefined && holder.target_id !== target.target_id) throw targetExists(target);
      targets.set(target.target_id, { ...target });
    },
    targets: () => targets.values().sort(by((row) => [row.target_id])),
    deleteTarget: (targetId) => targets.delete(targetId),

    upsertPane: (pane) => panes.set(paneKey(pane.target_id, pane.pane_id), { ...pane }),
    removePane: (target, paneId) => panes.delete(paneKey(target, paneId)),
    panes: () => panes.values().sort(by((row) => [row.target_id, row.pane_id])),

    insertRuntime(row) {
      if (runtimes.has(row.runtime_id)) refuse("this runtime is known already");
      if (livesIn(row.target_id, row.pane_id).some((life) => life.pane_epoch === row.pane_epoch)) {
        refuse("the pane has had this epoch already");
      }
      runtimes.set(row.runtime_id, { ...row });
    },
    endRuntime(runtimeId, endedAt) {
      const row = runtimes.get(runtimeId);
      if (row !== undefined && row.ended_at === null) runtimes.set(runtimeId, { ...row, ended_at: endedAt });
    },
    runtimes: (since) =>
      runtimes
        .values()
        .filter((row) => row.ended_at === null || row.ended_at > since)
        .sort(by((row) => [row.started_at, row.runtime_id])),
    runtime: (runtimeId) => runtimes.get(runtimeId) ?? null,
    lastPaneEpoch,

    saveAdapter: (row) => adapters.set(row.adapter_name, structuredClone(row)),
    adapters: () => structuredClone(adapters.values()).sort(by((row) => [row.adapter_name])),

    remember: (key, value) => facts.set(key, value),
    recall: (key) => facts.get(key) ?? null,
    recallAll: (prefix) =>
      new Map(
        facts
          .keys()
          .filter((key) => key.startsWith(prefix))
          .map((key) => [key, facts.get(key) ?? ""]),
      ),
    forget: (key) => facts.delete(key),

    pruneRuntimes(endedBefore) {
      for (const row of runtimes.values()) {
        const isOver = row.ended_at !== null && row.ended_at < endedBefore;
        if (isOver && row.pane_epoch < lastPaneEpoch(row.target_id, row.pane_id)) runtimes.delete(row.runtime_id);
      }
    },
  };
}

export function paneKey(target: string, paneId: string): string {
  return JSON.stringify([target, paneId]);
}

/** Orders by the first of the keys that differs. */
export function by<T>(keysOf: (row: T) => (string | number)[]): (a: T, b: T) => number {
  return (a, b) => {
    const others = keysOf(b);
    for (const [index, key] of keysOf(a).entries()) {
      const other = others[index];
      if (other === undefined || key === other) continue;
      return key < other ? -1 : 1;
    }
    return 0;
  };
}

function refuse(why: string): never {
  throw new Fault("E_INTERNAL", `the store refused: ${why}`);
}

import { actionTables } from "./action-tables.ts";
import { adaptersTable } from "./adapters-table.ts";
import type { Database } from "./database.ts";
import { eventLog } from "./event-log.ts";
import { factsTable } from "./facts-table.ts";
import { openDatabase } from "./open-database.ts";
import { outboxTable } from "./outbox-table.ts";
import { projections } from "./projections.ts";
import { pruner } from "./pruner.ts";
import { questionsTable } from "./questions-table.ts";
import { targetRemover } from "./remove-target.ts";
import { rulesTable } from "./rules-table.ts";
import { signalsTable } from "./signals-table.ts";
import { withFaults } from "./sqlite-fault.ts";
import type { Store } from "./store.ts";
import { topologyTables } from "./topology-tables.ts";
import { UnitOfWork } from "./unit-of-work.ts";
import { usageTable } from "./usage-table.ts";

export function openSqliteStore(path: string): Store {
  return sqliteStore(openDatabase(path));
}

/** The store over a database from `openDatabase`. */
export function sqliteStore(db: Database): Store {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");

  const unit = new UnitOfWork();

  function transact<T>(work: () => T): T {
    return unit.run(() => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        // on a full disk SQLite rolls back by itself
        if (db.isInTransaction) rollback.run();
        throw error;
      }
    });
  }

  /** Makes a method of several statements atomic, even outside the caller's transaction. */
  function whole<A extends unknown[], R>(method: (...args: A) => R): (...args: A) => R {
    return (...args) => (db.isInTransaction ? method(...args) : transact(() => method(...args)));
  }

  const derived = projections(db);
  const signals = signalsTable(db);
  const { deleteTarget, ...topology } = topologyTables(db);
  return withFaults<Store>({
    epoch: db.prepareColumn<[], string>("SELECT value FROM meta WHERE key = 'epoch'").get() ?? "",
    unit,
    usage: withFaults(usageTable(db)),
    transact,
    ...topology,
    ...eventLog(db),
    ...derived,
    saveState: whole(derived.saveState),
    removeState: whole(derived.removeState),
    removeTarget: whole(targetRemover({ ...topology, ...derived, deleteTarget })),
    ...actionTables(db),
    ...adaptersTable(db),
    ...factsTable(db),
    ...questionsTable(db),
    ...outboxTable(db),
    ...rulesTable(db),
    ...signals,
    addSignal: whole(signals.addSignal),
    retellSignal: whole(signals.retellSignal),
    prune: whole(pruner(db).prune),
    close: () => void db.close(),
  });
}

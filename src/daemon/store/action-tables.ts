import { type ActionSnapshot, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";
import { readAllStored, readStored } from "./stored-json.ts";
import { insertSql } from "./upsert-sql.ts";

type ActionTables = Pick<Store, "saveSnapshot" | "snapshot" | "saveAudit" | "audit" | "auditByKey">;

export function actionTables(db: Database): ActionTables {
  const saveSnapshot = db.prepare(insertSql("action_snapshots", COLUMNS));
  const snapshot = db.prepare<[string], StoredSnapshot>("SELECT * FROM action_snapshots WHERE snapshot_id = ?");
  const saveAudit = db.prepare(
    `INSERT INTO audit (correlation_id, at, idempotency_key, entry) VALUES (?, ?, ?, ?)
     ON CONFLICT (correlation_id) DO UPDATE SET entry = excluded.entry, idempotency_key = excluded.idempotency_key`,
  );
  const audit = db.prepareColumn<[number, number], string>(
    "SELECT entry FROM audit WHERE at >= ? ORDER BY at DESC, n DESC LIMIT ?",
  );
  const byKey = db.prepareColumn<[string, number], string>(
    "SELECT entry FROM audit WHERE idempotency_key = ? AND at >= ? ORDER BY at DESC, n DESC LIMIT 1",
  );

  return {
    saveSnapshot: ({ target: target_id, ...rest }) => void saveSnapshot.run({ target_id, ...rest }),
    snapshot(snapshotId) {
      const row = snapshot.get(snapshotId);
      if (row === undefined) return null;
      const { target_id: target, ...rest } = row;
      return { target, ...rest };
    },
    saveAudit: (entry) =>
      void saveAudit.run(entry.correlation_id, entry.at, entry.idempotency_key, JSON.stringify(entry)),
    audit: (since, limit) => readAllStored(AuditEntry, audit.all(since, limit)),
    auditByKey(key, since) {
      const entry = byKey.get(key, since);
      return entry === undefined ? null : readStored(AuditEntry, entry);
    },
  };
}

type StoredSnapshot = Omit<ActionSnapshot, "target"> & { target_id: string };

const COLUMNS = [
  "snapshot_id",
  "target_id",
  "pane_id",
  "runtime_id",
  "state",
  "nudge_seq",
  "state_version",
  "observed_at",
  "expires_at",
  "nonce",
] as const satisfies (keyof StoredSnapshot)[];

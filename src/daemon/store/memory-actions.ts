import type { ActionSnapshot, AuditEntry } from "../../core/protocol/actions.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import type { Store } from "./store.ts";

type MemoryActions = Pick<Store, "saveSnapshot" | "snapshot" | "saveAudit" | "audit" | "auditByKey"> & {
  pruneActions(before: number): void;
};

export function memoryActions(journal: Journal): MemoryActions {
  const snapshots = new JournalledMap<ActionSnapshot>(journal);
  const entries = new JournalledMap<{ n: number; entry: AuditEntry }>(journal);
  let count = 0;

  function since(at: number): AuditEntry[] {
    const kept = entries.values().filter(({ entry }) => entry.at >= at);
    return kept.sort((a, b) => b.entry.at - a.entry.at || b.n - a.n).map(({ entry }) => structuredClone(entry));
  }

  return {
    saveSnapshot: (snapshot) => snapshots.set(snapshot.snapshot_id, { ...snapshot }),
    snapshot: (snapshotId) => snapshots.get(snapshotId) ?? null,
    saveAudit(entry) {
      const n = entries.get(entry.correlation_id)?.n ?? count++;
      entries.set(entry.correlation_id, { n, entry: structuredClone(entry) });
    },
    audit: (from, limit) => since(from).slice(0, limit),
    auditByKey: (key, from) => since(from).find((entry) => entry.idempotency_key === key) ?? null,
    pruneActions(before) {
      for (const { snapshot_id, expires_at } of snapshots.values())
        if (expires_at < before) snapshots.delete(snapshot_id);
      for (const { entry } of entries.values()) if (entry.at < before) entries.delete(entry.correlation_id);
    },
  };
}

import type { Database } from "./database.ts";
import type { Store } from "./store.ts";

/** Removes what is past its retention. Pending events are kept whole, since they are not processed yet. */
export function pruner(db: Database): Pick<Store, "prune"> {
  const removeEvents = db.prepare(
    `DELETE FROM events WHERE rowid IN (
       SELECT rowid FROM events WHERE (payload IS NULL) IN (0, 1) AND at < ? AND bind_status <> 'pending_bind' LIMIT ?)`,
  );
  const emptyPayloads = db.prepare(
    `UPDATE events SET payload = NULL, question = NULL WHERE rowid IN (
       SELECT rowid FROM events WHERE (payload IS NULL) = 0 AND at >= ? AND at < ? AND bind_status <> 'pending_bind' LIMIT ?)`,
  );
  // oldest first, up to the first recent one, so that the rest has no gap
  const removeChanges = db.prepare(
    `DELETE FROM state_changes WHERE n < coalesce(
       (SELECT n FROM state_changes WHERE at >= ? ORDER BY n LIMIT 1), (SELECT max(n) + 1 FROM state_changes))`,
  );
  // keep each pane's newest runtime, for its epoch
  const removeRuntimes = db.prepare(
    `DELETE FROM runtimes WHERE ended_at < ? AND EXISTS (
       SELECT 1 FROM runtimes AS later
       WHERE later.target_id = runtimes.target_id AND later.pane_id = runtimes.pane_id
         AND later.pane_epoch > runtimes.pane_epoch)`,
  );
  const ended = "(SELECT runtime_id FROM runtimes WHERE ended_at < ?)";
  const removeFolds = db.prepare(`DELETE FROM runtime_folds WHERE runtime_id IN ${ended}`);
  const removeCursors = db.prepare(`DELETE FROM runtime_source_cursors WHERE runtime_id IN ${ended}`);
  const removeSnapshots = db.prepare("DELETE FROM action_snapshots WHERE expires_at < ?");
  const removeAudit = db.prepare("DELETE FROM audit WHERE at < ?");
  const removeQuestions = db.prepare("DELETE FROM questions WHERE asked_at < ? AND state <> 'open'");
  // keep the rows of open attention, else it would be notified again after the next start
  const removeDeliveries = db.prepare(
    `DELETE FROM outbox WHERE settled_at < ? AND state <> 'waiting' AND NOT EXISTS (
       SELECT 1 FROM states WHERE states.runtime_id = outbox.runtime_id
         AND json_extract(states.item, '$.attention.attention_id') = outbox.attention_id)`,
  );
  // pruning may leave gaps: a reader below this number may have missed signals
  const notePruned = db.prepare(
    `INSERT INTO meta (key, value) SELECT 'signals_pruned', max(n) FROM signals WHERE at < ? HAVING max(n) IS NOT NULL
     ON CONFLICT (key) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
  );
  const removeSignals = db.prepare("DELETE FROM signals WHERE at < ?");

  return {
    prune(payloadsBefore, metadataBefore, limit = Number.MAX_SAFE_INTEGER) {
      const events = removeEvents.run(metadataBefore, limit).changes;
      const payloads = emptyPayloads.run(metadataBefore, payloadsBefore, limit).changes;
      removeChanges.run(metadataBefore);
      removeRuntimes.run(metadataBefore);
      removeFolds.run(metadataBefore);
      removeCursors.run(metadataBefore);
      removeSnapshots.run(metadataBefore);
      removeAudit.run(metadataBefore);
      removeQuestions.run(metadataBefore);
      removeDeliveries.run(metadataBefore);
      notePruned.run(payloadsBefore);
      removeSignals.run(payloadsBefore);
      return { payloads, events };
    },
  };
}

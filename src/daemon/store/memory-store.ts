import { Fault } from "../../core/protocol/fault.ts";
import { Journal } from "./journal.ts";
import { memoryActions } from "./memory-actions.ts";
import { memoryEvents } from "./memory-events.ts";
import { memoryOutbox } from "./memory-outbox.ts";
import { memoryProjections } from "./memory-projections.ts";
import { memoryQuestions } from "./memory-questions.ts";
import { memorySignals } from "./memory-signals.ts";
import { memoryTables } from "./memory-tables.ts";
import { targetRemover } from "./remove-target.ts";
import type { Store } from "./store.ts";

/** The contract of the store without a disk: for tests, and to replay a recording. */
export function openMemoryStore(epoch = "memory"): Store {
  const journal = new Journal();

  function transact<T>(work: () => T): T {
    if (journal.isOpen) throw new Fault("E_INTERNAL", "a transaction of the store was opened inside another");
    journal.open();
    try {
      const result = work();
      journal.commit();
      return result;
    } catch (error) {
      journal.rollback();
      throw error;
    }
  }

  const tables = memoryTables(journal);
  const events = memoryEvents(journal);
  const projections = memoryProjections(journal, tables.runtime);
  const { pruneActions, ...actions } = memoryActions(journal);
  const { pruneSignals, ...signals } = memorySignals(journal);
  const { pruneQuestions, ...questions } = memoryQuestions(journal);
  const { pruneDeliveries, ...outbox } = memoryOutbox(journal);
  const { pruneRuntimes, deleteTarget: _, ...topologyAndFacts } = tables;
  const { pruneEvents, ...eventLog } = events;
  const { pruneProjections, ...derived } = projections;

  return {
    epoch,
    transact,
    ...topologyAndFacts,
    ...eventLog,
    ...derived,
    ...actions,
    ...signals,
    ...questions,
    ...outbox,
    removeTarget: targetRemover({ ...tables, ...derived }),
    prune(payloadsBefore, metadataBefore, limit = Number.MAX_SAFE_INTEGER) {
      const endedBefore = tables
        .runtimes(Number.NEGATIVE_INFINITY)
        .filter((row) => isBefore(row.ended_at, metadataBefore));
      pruneProjections(new Set(endedBefore.map((row) => row.runtime_id)), metadataBefore);
      pruneRuntimes(metadataBefore);
      pruneActions(metadataBefore);
      pruneSignals(payloadsBefore);
      pruneQuestions(metadataBefore);
      const open = new Set(derived.states().map((item) => `${item.runtime_id}/${item.attention?.attention_id}`));
      pruneDeliveries(metadataBefore, ({ notification: told }) => open.has(`${told.runtime_id}/${told.attention_id}`));
      return pruneEvents(payloadsBefore, metadataBefore, limit);
    },
    close() {},
  };
}

function isBefore(at: number | null, before: number): boolean {
  return at !== null && at < before;
}

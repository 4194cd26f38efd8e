import type { EventEnvelope } from "../../src/core/protocol/events/event.ts";
import { INSERT_EVENT, toEventRow } from "../../src/daemon/store/event-row.ts";
import { openDatabase } from "../../src/daemon/store/open-database.ts";

/**
 * The floor of durable ingest, in events per second: the same rows into the same table of a new database at `path`, by
 * one prepared statement, `batch` rows per transaction. Nothing is decoded, bound, folded or encoded while timed.
 */
export function bareInserts(path: string, rows: readonly EventEnvelope[], batch: number): number {
  const values = rows.map((event) => toEventRow(event, "bound", undefined));
  const db = openDatabase(path);
  try {
    const insert = db.prepare(INSERT_EVENT);
    const begin = db.prepare("BEGIN IMMEDIATE");
    const commit = db.prepare("COMMIT");
    const start = performance.now();
    for (let from = 0; from < values.length; from += batch) {
      begin.run();
      for (const row of values.slice(from, from + batch)) insert.run(...row);
      commit.run();
    }
    return (values.length / (performance.now() - start)) * 1000;
  } finally {
    db.close();
  }
}

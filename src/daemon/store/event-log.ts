import type { Database } from "./database.ts";
import { type EventRow, fromEventRow, INSERT_EVENT, metadataOf, toEventRow } from "./event-row.ts";
import type { Store } from "./store.ts";

type EventLog = Pick<
  Store,
  | "appendEvent"
  | "settlePending"
  | "moveEvent"
  | "pendingEvents"
  | "eventsOf"
  | "eventsFrom"
  | "countEvents"
  | "eventTotals"
>;

export function eventLog(db: Database): EventLog {
  const insert = db.prepare(INSERT_EVENT);
  const settle = db.prepare(
    `UPDATE events SET metadata = NULL, bind_status = ?, runtime_id = coalesce(?, runtime_id) WHERE ${PENDING} AND event_id = ?`,
  );
  const move = db.prepare(
    "UPDATE events SET runtime_id = ? WHERE runtime_id = ? AND bind_status = 'bound' AND event_id = ?",
  );
  const pending = db.prepare<[], EventRow>(`SELECT * FROM events WHERE ${PENDING} ORDER BY rowid`);
  const ofRuntime = db.prepare<[string, number], EventRow>(
    "SELECT * FROM events WHERE runtime_id = ? AND bind_status = 'bound' ORDER BY at DESC, event_id DESC LIMIT ?",
  );
  const part = db.prepare<[string, number, number, number], EventRow & { row: number; at: number }>(
    `SELECT *, rowid AS row FROM events
     WHERE runtime_id = ? AND bind_status = 'bound' AND (at, rowid) > (?, ?) ORDER BY at, rowid LIMIT ?`,
  );
  const countAll = db.prepareColumn<[], number>("SELECT count(*) FROM events");
  const countUnsettled = db.prepareColumn<[string], number>(
    "SELECT count(*) FROM events WHERE bind_status <> 'bound' AND bind_status = ?",
  );

  const last = db.prepareColumn<[], number>("SELECT max(rowid) FROM events");

  return {
    appendEvent: (event, bind, metadata) =>
      insert.run(...toEventRow(event, bind, metadata)).changes === 1 ? "new" : "duplicate",
    settlePending(eventId, outcome) {
      if (outcome === "dropped_unbound") settle.run(outcome, null, eventId);
      else settle.run("bound", outcome.runtime_id, eventId);
    },
    moveEvent: (eventId, from, to) => void move.run(to, from, eventId),
    pendingEvents: () => pending.all().map((row) => ({ event: fromEventRow(row), metadata: metadataOf(row) })),
    eventsOf: (runtimeId, limit) => ofRuntime.all(runtimeId, limit).map(fromEventRow),
    eventsFrom(runtimeId, position, limit) {
      const rows = part.all(runtimeId, position?.at ?? Number.NEGATIVE_INFINITY, position?.row ?? 0, limit);
      const last = rows.at(-1);
      const next = last === undefined || rows.length < limit ? null : { at: last.at, row: last.row };
      return { events: rows.map(fromEventRow), next };
    },
    eventTotals: () => ({ ever: last.get() ?? 0, pending: countUnsettled.get("pending_bind") ?? 0 }),
    countEvents() {
      const pending_bind = countUnsettled.get("pending_bind") ?? 0;
      const dropped_unbound = countUnsettled.get("dropped_unbound") ?? 0;
      // nearly all are bound: counting those would read the whole table
      return { bound: (countAll.get() ?? 0) - pending_bind - dropped_unbound, pending_bind, dropped_unbound };
    },
  };
}

// the first condition makes SQLite use the partial index
const PENDING = "bind_status <> 'bound' AND bind_status = 'pending_bind'";

import { SquadSignal } from "../../core/protocol/squad/squad.ts";
import type { Database } from "./database.ts";
import type { SignalRow, Store } from "./store.ts";
import { readStored } from "./stored-json.ts";

export type SignalsTable = Pick<
  Store,
  | "addSignal"
  | "retellSignal"
  | "signalsSince"
  | "lastSignal"
  | "currentSignals"
  | "signalOf"
  | "namelessSignals"
  | "signalTimeline"
  | "knowsSignal"
  | "clearSignals"
>;

/** Squad signals as received, numbered. */
export function signalsTable(db: Database): SignalsTable {
  const add = db.prepare(
    `INSERT INTO signals
       (event_id, target_id, session_name, session_id, runtime_id, ref, at, until, signal_id, type, signal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const place = db.prepare("UPDATE signals SET session_name = ?, runtime_id = ?, ref = ? WHERE event_id = ?");
  const byEvent = db.prepare<[string], StoredSignal>("SELECT * FROM signals WHERE event_id = ?");
  const remove = db.prepare("DELETE FROM signals WHERE event_id = ?");
  const last = db.prepareColumn<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'signals'");
  const prunedThrough = db.prepareColumn<[], string>("SELECT value FROM meta WHERE key = 'signals_pruned'");
  const since = db.prepare<[number, number], StoredSignal>("SELECT * FROM signals WHERE n > ? ORDER BY n LIMIT ?");
  const current = db.prepare<[string, string, number], StoredSignal>(
    `SELECT * FROM (
       SELECT *, row_number() OVER (PARTITION BY coalesce(runtime_id, session_id, '') ORDER BY at DESC, n DESC) AS place
       FROM signals WHERE target_id = ? AND session_name = ? AND ${STANDS}
     ) WHERE place = 1 ORDER BY at DESC, n DESC`,
  );
  const ofRuntime = db.prepare<[string, number], StoredSignal>(
    `SELECT * FROM signals WHERE runtime_id = ? AND ${STANDS} ORDER BY at DESC, n DESC LIMIT 1`,
  );
  const nameless = db.prepare<[string, number], StoredSignal>(
    "SELECT * FROM signals WHERE runtime_id = ? AND session_id IS NULL AND at >= ? ORDER BY at, n",
  );
  const timeline = db.prepare<[string, string, number], StoredSignal>(
    `SELECT * FROM (
       SELECT * FROM signals WHERE target_id = ? AND session_name = ? ORDER BY at DESC, n DESC LIMIT ?
     ) ORDER BY at, n`,
  );
  const known = db.prepareColumn<[string], number>("SELECT 1 FROM signals WHERE signal_id = ? LIMIT 1");
  const clear = db.prepare("UPDATE signals SET cleared = 1 WHERE target_id = ? AND session_name = ? AND cleared = 0");

  function insert(row: Omit<SignalRow, "n">): number {
    const { event_id, target, session_name, session_id, runtime_id, ref, at, until, signal } = row;
    const { signal_id, type } = signal;
    const words = [session_name, session_id, runtime_id, ref, at, until, signal_id, type, JSON.stringify(signal)];
    return Number(add.run(event_id, target, ...words).lastInsertRowid);
  }

  return {
    addSignal(row) {
      const { changes } = place.run(row.session_name, row.runtime_id, row.ref, row.event_id);
      return changes === 0 ? insert(row) : null;
    },
    retellSignal(eventId, signal) {
      const [stored] = byEvent.all(eventId).flatMap(rowOf);
      if (stored === undefined) return null;
      remove.run(eventId);
      return insert({ ...stored, session_id: signal.session_id, signal });
    },
    signalsSince(after, limit) {
      const isKept = after >= Number(prunedThrough.get() ?? 0) && after <= (last.get() ?? 0);
      return isKept ? since.all(after, limit).flatMap(rowOf) : null;
    },
    lastSignal: () => last.get() ?? 0,
    currentSignals: (target, sessionName, now) => current.all(target, sessionName, now).flatMap(rowOf),
    signalOf(runtimeId, now) {
      const [stored] = ofRuntime.all(runtimeId, now).flatMap(rowOf);
      return stored ?? null;
    },
    namelessSignals: (runtimeId, from) => nameless.all(runtimeId, from).flatMap(rowOf),
    signalTimeline: (target, sessionName, limit) => timeline.all(target, sessionName, limit).flatMap(rowOf),
    knowsSignal: (signalId) => known.get(signalId) !== undefined,
    clearSignals: (target, sessionName) => void clear.run(target, sessionName),
  };
}

/** Neither cleared, nor provisional and expired. */
const STANDS = "cleared = 0 AND (until IS NULL OR until > ?)";

interface StoredSignal extends Omit<SignalRow, "target" | "signal"> {
  target_id: string;
  signal: string;
}

/** Empty if the stored JSON is not a signal. */
function rowOf({ n, event_id, target_id, signal: text, ...stored }: StoredSignal): SignalRow[] {
  const { session_name, session_id, runtime_id, ref, at, until } = stored;
  const signal = readStored(SquadSignal, text);
  if (signal === null) return [];
  return [{ n, event_id, target: target_id, session_name, session_id, runtime_id, ref, at, until, signal }];
}

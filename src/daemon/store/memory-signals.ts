import { type Journal, JournalledMap } from "./journal.ts";
import { by } from "./memory-tables.ts";
import type { SignalsTable } from "./signals-table.ts";
import type { SignalRow } from "./store.ts";

interface KeptSignal extends SignalRow {
  cleared: boolean;
}

export function memorySignals(journal: Journal): SignalsTable & { pruneSignals(before: number): void } {
  const rows = new JournalledMap<KeptSignal>(journal);
  const counts = new JournalledMap<number>(journal);
  const countOf = (name: "last" | "pruned") => counts.get(name) ?? 0;

  function insert(row: Omit<SignalRow, "n">): number {
    const n = countOf("last") + 1;
    counts.set("last", n);
    rows.set(row.event_id, { ...structuredClone(row), n, cleared: false });
    return n;
  }

  const byTime = () => rows.values().sort(by((row) => [row.at, row.n]));
  const stands = ({ cleared, until }: KeptSignal, now: number) => !cleared && (until === null || until > now);
  const inSession = (target: string, name: string) =>
    byTime().filter((row) => row.target === target && row.session_name === name);

  return {
    addSignal(row) {
      const held = rows.get(row.event_id);
      if (held === undefined) return insert(row);
      const { session_name, runtime_id, ref } = row;
      rows.set(row.event_id, { ...held, session_name, runtime_id, ref });
      return null;
    },
    retellSignal(eventId, signal) {
      const held = rows.get(eventId);
      if (held === undefined) return null;
      return insert({ ...shown(held), session_id: signal.session_id, signal });
    },
    signalsSince(after, limit) {
      if (after < countOf("pruned") || after > countOf("last")) return null;
      const later = rows.values().filter(({ n }) => n > after);
      return later
        .sort(by(({ n }) => [n]))
        .slice(0, limit)
        .map(shown);
    },
    lastSignal: () => countOf("last"),
    currentSignals(target, sessionName, now) {
      const newest = new Map<string, KeptSignal>();
      for (const row of inSession(target, sessionName))
        if (stands(row, now)) newest.set(row.runtime_id ?? row.session_id ?? "", row);
      return [...newest.values()]
        .sort(by((row) => [row.at, row.n]))
        .reverse()
        .map(shown);
    },
    signalOf(runtimeId, now) {
      const row = byTime().findLast((each) => each.runtime_id === runtimeId && stands(each, now));
      return row === undefined ? null : shown(row);
    },
    namelessSignals: (runtimeId, from) =>
      byTime()
        .filter((row) => row.runtime_id === runtimeId && row.session_id === null && row.at >= from)
        .map(shown),
    signalTimeline: (target, sessionName, limit) => inSession(target, sessionName).slice(-limit).map(shown),
    knowsSignal: (signalId) => rows.values().some(({ signal }) => signal.signal_id === signalId),
    clearSignals(target, sessionName) {
      for (const row of inSession(target, sessionName)) rows.set(row.event_id, { ...row, cleared: true });
    },
    pruneSignals(before) {
      const old = rows.values().filter(({ at }) => at < before);
      for (const { event_id } of old) rows.delete(event_id);
      counts.set("pruned", Math.max(countOf("pruned"), ...old.map(({ n }) => n)));
    },
  };
}

function shown({ cleared: _, ...row }: KeptSignal): SignalRow {
  return structuredClone(row);
}

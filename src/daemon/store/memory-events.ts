import { type EventEnvelope, stampOf } from "../../core/protocol/event.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import { by } from "./memory-tables.ts";
import type { BindStatus, Store } from "./store.ts";

type MemoryEvents = Pick<
  Store,
  "appendEvent" | "settlePending" | "moveEvent" | "pendingEvents" | "eventsOf" | "countEvents"
> & {
  pruneEvents(payloadsBefore: number, eventsBefore: number, limit: number): { payloads: number; events: number };
};

export function memoryEvents(journal: Journal): MemoryEvents {
  const events = new JournalledMap<LoggedEvent>(journal);
  // few at any time, asked for at every tick
  const pending = new JournalledMap<LoggedEvent>(journal);
  let arrivals = 0;

  return {
    appendEvent(event, bind) {
      const key = JSON.stringify([event.target, event.source, event.dedupe_key]);
      if (events.has(key)) return "duplicate";
      const logged = { key, event, bind, at: stampOf(event), arrival: arrivals++ };
      events.set(key, logged);
      if (bind === "pending_bind") pending.set(key, logged);
      return "new";
    },
    settlePending(eventId, outcome) {
      for (const logged of pending.values()) {
        if (logged.event.event_id !== eventId) continue;
        pending.delete(logged.key);
        events.set(
          logged.key,
          outcome === "dropped_unbound"
            ? { ...logged, bind: outcome }
            : { ...logged, bind: "bound", event: { ...logged.event, runtime_id: outcome.runtime_id } },
        );
      }
    },
    moveEvent(eventId, from, to) {
      for (const logged of events.values())
        if (logged.event.event_id === eventId && logged.event.runtime_id === from && logged.bind === "bound")
          events.set(logged.key, { ...logged, event: { ...logged.event, runtime_id: to } });
    },
    pendingEvents: () =>
      pending
        .values()
        .sort(by((logged) => [logged.arrival]))
        .map((logged) => logged.event),
    eventsOf: (runtimeId, limit) =>
      events
        .values()
        .filter((logged) => logged.bind === "bound" && logged.event.runtime_id === runtimeId)
        .sort(by((logged) => [logged.at, logged.event.event_id]))
        .reverse()
        .slice(0, limit)
        .map((logged) => logged.event),
    countEvents() {
      const counts = { bound: 0, pending_bind: 0, dropped_unbound: 0 };
      for (const logged of events.values()) counts[logged.bind]++;
      return counts;
    },
    pruneEvents(payloadsBefore, eventsBefore, limit) {
      const settled = events.values().filter((logged) => logged.bind !== "pending_bind");
      const old = settled.filter((logged) => logged.at < eventsBefore).slice(0, limit);
      for (const logged of old) events.delete(logged.key);
      const full = settled
        .filter((logged) => logged.at >= eventsBefore && logged.at < payloadsBefore)
        .filter((logged) => logged.event.payload !== undefined)
        .slice(0, limit);
      for (const logged of full) {
        const { payload: _, question: __, ...event } = logged.event;
        events.set(logged.key, { ...logged, event });
      }
      return { payloads: full.length, events: old.length };
    },
  };
}

interface LoggedEvent {
  key: string;
  event: EventEnvelope;
  bind: BindStatus;
  at: number;
  arrival: number;
}

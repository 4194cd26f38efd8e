import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { anEvent, aPending } from "./test-rows.ts";

/** Store contract: events. `open` returns an empty store. */
export function describeEvents(name: string, open: () => Store): void {
  describe(`${name}: events`, () => {
    it("[EV7] an event is a duplicate when target, source and dedupe key are in the log, and only then", () => {
      const store = open();
      expect(store.appendEvent(anEvent(), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ message: "later", ingested_at: 9000 }), "bound")).toBe("duplicate");
      expect(store.appendEvent(aPending(), "pending_bind")).toBe("duplicate");
      expect(store.appendEvent(anEvent({ source: "notify" }), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ target: "vm1" }), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ dedupe_key: "k2" }), "bound")).toBe("new");
      expect(store.countEvents()).toEqual({ bound: 4, pending_bind: 0, dropped_unbound: 0 });
    });

    it("[DB7] an event comes back as it was given, sparse or full", () => {
      const store = open();
      const sparse = anEvent({ dedupe_key: "a", pane_id: null, agent_type: null, event_time: 3000 });
      const full = anEvent({
        dedupe_key: "b",
        source_event_id: "x",
        source_seq: 0,
        source_incarnation: 17.5,
        event_time: 1000.25,
        clock_offset: -3.5,
        hints: { agent_pid: 1, agent_start: "2", session_id: "s", tmux_server_pid: 3 },
        subject: "toolu_1",
        run: { id: "run", parent: null },
        turn: "t1",
        message: "ß ✓ \"'",
        evidence: { kind: "declaration", state: "waiting_input", attention: "input", medium: "appended" },
        payload: { tool_input: { command: "ls" }, list: [1, null, "x"] },
      });
      const subAgent = anEvent({ dedupe_key: "c", event_time: 1, run: { id: "sub", parent: "run" }, payload: null });
      for (const event of [sparse, full, subAgent]) store.appendEvent(event, "bound");
      expect(store.eventsOf("r1", 10)).toStrictEqual([sparse, full, subAgent]);
    });

    it("[DB7] text after a NUL is not lost", () => {
      const store = open();
      store.appendEvent(anEvent({ message: "before\0after" }), "bound");
      expect(store.eventsOf("r1", 10).map(({ message }) => message)).toEqual(["before\ufffdafter"]);
    });

    it("[BI9] a pending event is bound to a runtime once, or dropped once", () => {
      const store = open();
      const events = [aPending({ dedupe_key: "a" }), aPending({ dedupe_key: "b" }), aPending({ dedupe_key: "c" })];
      for (const event of events) store.appendEvent(event, "pending_bind");
      expect(store.pendingEvents()).toEqual(events.map((event) => ({ event })));
      expect(store.eventsOf("r1", 10)).toEqual([]);

      store.settlePending("e-a", { runtime_id: "r1" });
      store.settlePending("e-b", "dropped_unbound");
      expect(store.pendingEvents()).toEqual([{ event: aPending({ dedupe_key: "c" }) }]);
      expect(store.eventsOf("r1", 10)).toEqual([aPending({ dedupe_key: "a", runtime_id: "r1" })]);
      expect(store.countEvents()).toEqual({ bound: 1, pending_bind: 1, dropped_unbound: 1 });

      store.settlePending("e-a", { runtime_id: "r2" });
      store.settlePending("e-b", { runtime_id: "r2" });
      store.settlePending("e-unknown", { runtime_id: "r2" });
      expect(store.eventsOf("r2", 10)).toEqual([]);
      expect(store.countEvents()).toEqual({ bound: 1, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[BI9] a bound event can be given to another runtime; one that waits or was dropped cannot", () => {
      const store = open();
      store.appendEvent(anEvent({ dedupe_key: "a" }), "bound");
      store.appendEvent(aPending({ dedupe_key: "b" }), "pending_bind");
      store.appendEvent(aPending({ dedupe_key: "c" }), "dropped_unbound");
      for (const id of ["e-a", "e-b", "e-c", "e-unknown"]) store.moveEvent(id, "r1", "r2");
      store.moveEvent("e-a", "r1", "r3");
      expect(store.eventsOf("r1", 10)).toEqual([]);
      expect(store.eventsOf("r2", 10)).toEqual([anEvent({ dedupe_key: "a", runtime_id: "r2" })]);
      expect(store.pendingEvents()).toEqual([{ event: aPending({ dedupe_key: "b" }) }]);
      expect(store.countEvents()).toEqual({ bound: 1, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[BI9] events are counted by what became of them", () => {
      const store = open();
      expect(store.countEvents()).toEqual({ bound: 0, pending_bind: 0, dropped_unbound: 0 });
      store.appendEvent(anEvent({ dedupe_key: "a" }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "b" }), "bound");
      store.appendEvent(aPending({ dedupe_key: "c" }), "pending_bind");
      store.appendEvent(aPending({ dedupe_key: "d" }), "dropped_unbound");
      expect(store.countEvents()).toEqual({ bound: 2, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[BI9] what a pending event tells of its runtime waits with it, and goes when it is settled", () => {
      const store = open();
      const metadata = { session_id: "s1", cwd: "/w", transcript: "/t" };
      store.appendEvent(aPending(), "pending_bind", metadata);
      store.appendEvent(anEvent({ dedupe_key: "b" }), "bound", metadata);
      expect(store.pendingEvents()).toStrictEqual([{ event: aPending(), metadata }]);
      store.settlePending("e-k1", { runtime_id: "r1" });
      expect(store.pendingEvents()).toEqual([]);
    });

    it("[DB7] the events of a runtime are read in parts, oldest first, all of them once", () => {
      const store = open();
      const times = [500, 1, 30, 30, 30, 2, 400];
      for (const [n, at] of times.entries())
        store.appendEvent(anEvent({ dedupe_key: `${n}`, event_time: at }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "other", runtime_id: "r2" }), "bound");
      const read = [];
      let part = store.eventsFrom("r1", null, 2);
      for (; part.next !== null; part = store.eventsFrom("r1", part.next, 2)) read.push(...part.events);
      expect([...read, ...part.events].map(({ event_time }) => event_time)).toEqual(times.sort((a, b) => a - b));
    });

    it("[BI9] a settled event is still known as a duplicate", () => {
      const store = open();
      store.appendEvent(aPending(), "pending_bind");
      store.settlePending("e-k1", "dropped_unbound");
      expect(store.appendEvent(aPending(), "pending_bind")).toBe("duplicate");
      expect(store.pendingEvents()).toEqual([]);
    });

    it("[DB7] events of a runtime come newest first by τ, then by id, up to the limit", () => {
      const store = open();
      store.appendEvent(anEvent({ dedupe_key: "old", event_time: 1 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "y", event_time: 500 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "x", event_time: 400, clock_offset: 100 }), "bound");
      // if the sender's clock is ahead of ours, arrival time counts
      store.appendEvent(anEvent({ dedupe_key: "ahead", event_time: 9e9, ingested_at: 300 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "other", runtime_id: "r2" }), "bound");
      expect(store.eventsOf("r1", 3).map((event) => event.dedupe_key)).toEqual(["y", "x", "ahead"]);
    });
  });
}

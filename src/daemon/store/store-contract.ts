import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { aCursor, anEvent, anItem, aPane, aPending, aRuntime, aTarget } from "./test-rows.ts";

const DAY = 24 * 60 * 60 * 1000;

/** What every store must do. `open` gives an empty one. */
export function describeStore(name: string, open: () => Store): void {
  describe(`${name}: transactions`, () => {
    it("[DB7] a transaction returns what its work returns and keeps what it did", () => {
      const store = open();
      expect(store.transact(() => store.appendEvent(anEvent(), "bound"))).toBe("new");
      expect(store.countEvents().bound).toBe(1);
    });

    it("[DB7] a transaction whose work throws leaves nothing behind", () => {
      const store = open();
      fill(store);
      const before = everything(store);
      const attempt = () =>
        store.transact(() => {
          store.upsertTarget(aTarget({ health: "down" }));
          store.upsertTarget(aTarget({ target_id: "vm1", target_name: "vm1", is_default: false }));
          store.removePane("host", "%1");
          store.insertRuntime(aRuntime({ runtime_id: "r2", pane_epoch: 2 }));
          store.endRuntime("r1", 5000);
          store.setSession("r1", "s");
          store.appendEvent(anEvent({ dedupe_key: "k9" }), "bound");
          store.settlePending("e-p1", { runtime_id: "r1" });
          store.saveFold("r1", "other");
          store.saveSourceCursor(aCursor({ last_source_seq: 9 }));
          store.saveState(anItem({ state: "error" }));
          store.saveState(anItem({ state: "idle" }));
          store.removeState("host", "%1");
          store.remember("a", "2");
          store.forget("b");
          store.prune(1e12, 1e12);
          store.removeTarget("host");
          throw new Error("halfway");
        });
      expect(attempt).toThrow("halfway");
      expect(everything(store)).toEqual(before);
      expect(store.saveState(anItem({ state: "error" }))).toBe(2);
    });

    it("[DB7] a transaction inside another is refused, and takes the outer one with it", () => {
      const store = open();
      const nested = () =>
        store.transact(() => {
          store.remember("a", "1");
          store.transact(() => {});
        });
      expect(nested).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
      expect(store.recall("a")).toBeNull();
      store.transact(() => store.remember("a", "2"));
      expect(store.recall("a")).toBe("2");
    });
  });

  describe(`${name}: topology`, () => {
    it("[DB9] a target is replaced whole by its id", () => {
      const store = open();
      store.upsertTarget(aTarget({ target_id: "vm1", target_name: "vm1", kind: "ssh", is_default: false }));
      store.upsertTarget(aTarget());
      store.upsertTarget(aTarget({ health: "degraded", last_seen_at: null }));
      expect(store.targets()).toEqual([
        aTarget({ health: "degraded", last_seen_at: null }),
        aTarget({ target_id: "vm1", target_name: "vm1", kind: "ssh", is_default: false }),
      ]);
    });

    it("[DB9] two targets cannot have one name", () => {
      const store = open();
      store.upsertTarget(aTarget());
      expect(() => store.upsertTarget(aTarget({ target_id: "other" }))).toThrow(
        expect.objectContaining({ code: "E_INTERNAL" }),
      );
    });

    it("[DB8] a target whose connection could hold a secret is refused, without repeating it", () => {
      const store = open();
      const upsert = () => store.upsertTarget(aTarget({ connection_ref: "me:hunter2@vm1" }));
      expect(upsert).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
      expect(upsert).not.toThrow("hunter2");
      expect(store.targets()).toEqual([]);
    });

    it("[DB9] a pane is replaced whole by (target, pane id), and removed", () => {
      const store = open();
      store.upsertPane(aPane());
      store.upsertPane(aPane({ title: "new", window_index: 3 }));
      store.upsertPane(aPane({ target_id: "vm1" }));
      expect(store.panes()).toEqual([aPane({ title: "new", window_index: 3 }), aPane({ target_id: "vm1" })]);
      store.removePane("host", "%1");
      store.removePane("host", "%99");
      expect(store.panes()).toEqual([aPane({ target_id: "vm1" })]);
    });

    it("[DB9] removing a target removes its panes and no other's", () => {
      const store = open();
      store.upsertTarget(aTarget());
      store.upsertPane(aPane());
      store.upsertPane(aPane({ target_id: "vm1" }));
      store.removeTarget("host");
      expect(store.targets()).toEqual([]);
      expect(store.panes()).toEqual([aPane({ target_id: "vm1" })]);
    });
  });

  describe(`${name}: runtimes`, () => {
    it("[DB10] a runtime is looked up by its id, with all of its identity", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(store.runtime("r1")).toEqual(aRuntime());
      expect(store.runtime("r9")).toBeNull();
    });

    it("[DB10] neither a runtime id nor a pane's epoch is given twice", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(() => store.insertRuntime(aRuntime({ pane_epoch: 2 }))).toThrow();
      expect(() => store.insertRuntime(aRuntime({ runtime_id: "r2" }))).toThrow();
      expect(store.runtimes(0)).toEqual([aRuntime()]);
    });

    it("[DB10] the first end of a runtime stays its end", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      store.endRuntime("r1", 500);
      store.endRuntime("r1", 900);
      expect(store.runtime("r1")).toEqual(aRuntime({ ended_at: 500 }));
    });

    it("[DB10] the living are listed, and those that ended after a given time", () => {
      const store = open();
      store.insertRuntime(aRuntime({ runtime_id: "r2", pane_epoch: 2, started_at: 300, pid: null, pid_start: null }));
      store.insertRuntime(aRuntime({ ended_at: 200 }));
      expect(store.runtimes(200).map((row) => row.runtime_id)).toEqual(["r2"]);
      expect(store.runtimes(199.5).map((row) => row.runtime_id)).toEqual(["r1", "r2"]);
    });

    it("[DB10] a session's id can be learnt later", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      store.setSession("r1", "0f8fad5b");
      expect(store.runtime("r1")).toEqual(aRuntime({ session_id: "0f8fad5b" }));
    });

    it("[DB10] the last epoch of a pane is the highest it has had, and 0 for an unknown one", () => {
      const store = open();
      store.insertRuntime(aRuntime({ runtime_id: "r7", pane_epoch: 7, ended_at: 1 }));
      store.insertRuntime(aRuntime({ pane_epoch: 2 }));
      expect(store.lastPaneEpoch("host", "%1")).toBe(7);
      expect(store.lastPaneEpoch("vm1", "%1")).toBe(0);
    });
  });

  describe(`${name}: events`, () => {
    it("[DB11] an event is a duplicate when target, source and dedupe key are in the log, and only then", () => {
      const store = open();
      expect(store.appendEvent(anEvent(), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ message: "later", ingested_at: 9000 }), "bound")).toBe("duplicate");
      expect(store.appendEvent(aPending(), "pending_bind")).toBe("duplicate");
      expect(store.appendEvent(anEvent({ source: "notify" }), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ target: "vm1" }), "bound")).toBe("new");
      expect(store.appendEvent(anEvent({ dedupe_key: "k2" }), "bound")).toBe("new");
      expect(store.countEvents()).toEqual({ bound: 4, pending_bind: 0, dropped_unbound: 0 });
    });

    it("[DB12] an event comes back as it was given, sparse or full", () => {
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
        message: "ß ✓ \u0000 \"'",
        evidence: { kind: "declaration", state: "waiting_input", attention: "input", medium: "appended" },
        payload: { tool_input: { command: "ls" }, list: [1, null, "x"] },
      });
      const subAgent = anEvent({ dedupe_key: "c", event_time: 1, run: { id: "sub", parent: "run" }, payload: null });
      for (const event of [sparse, full, subAgent]) store.appendEvent(event, "bound");
      expect(store.eventsOf("r1", 10)).toStrictEqual([sparse, full, subAgent]);
    });

    it("[DB13] a pending event is bound to a runtime once, or dropped once", () => {
      const store = open();
      const events = [aPending({ dedupe_key: "a" }), aPending({ dedupe_key: "b" }), aPending({ dedupe_key: "c" })];
      for (const event of events) store.appendEvent(event, "pending_bind");
      expect(store.pendingEvents()).toEqual(events);
      expect(store.eventsOf("r1", 10)).toEqual([]);

      store.settlePending("e-a", { runtime_id: "r1" });
      store.settlePending("e-b", "dropped_unbound");
      expect(store.pendingEvents()).toEqual([aPending({ dedupe_key: "c" })]);
      expect(store.eventsOf("r1", 10)).toEqual([aPending({ dedupe_key: "a", runtime_id: "r1" })]);
      expect(store.countEvents()).toEqual({ bound: 1, pending_bind: 1, dropped_unbound: 1 });

      store.settlePending("e-a", { runtime_id: "r2" });
      store.settlePending("e-b", { runtime_id: "r2" });
      store.settlePending("e-unknown", { runtime_id: "r2" });
      expect(store.eventsOf("r2", 10)).toEqual([]);
      expect(store.countEvents()).toEqual({ bound: 1, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[DB15] events are counted by what became of them", () => {
      const store = open();
      expect(store.countEvents()).toEqual({ bound: 0, pending_bind: 0, dropped_unbound: 0 });
      store.appendEvent(anEvent({ dedupe_key: "a" }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "b" }), "bound");
      store.appendEvent(aPending({ dedupe_key: "c" }), "pending_bind");
      store.appendEvent(aPending({ dedupe_key: "d" }), "dropped_unbound");
      expect(store.countEvents()).toEqual({ bound: 2, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[DB13] a settled event is still known as a duplicate", () => {
      const store = open();
      store.appendEvent(aPending(), "pending_bind");
      store.settlePending("e-k1", "dropped_unbound");
      expect(store.appendEvent(aPending(), "pending_bind")).toBe("duplicate");
      expect(store.pendingEvents()).toEqual([]);
    });

    it("[DB14] events of a runtime come newest first by τ, then by id, up to the limit", () => {
      const store = open();
      store.appendEvent(anEvent({ dedupe_key: "old", event_time: 1 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "y", event_time: 500 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "x", event_time: 400, clock_offset: 100 }), "bound");
      // a sender's clock ahead of ours: what counts is when we got it
      store.appendEvent(anEvent({ dedupe_key: "ahead", event_time: 9e9, ingested_at: 300 }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "other", runtime_id: "r2" }), "bound");
      expect(store.eventsOf("r1", 3).map((event) => event.dedupe_key)).toEqual(["y", "x", "ahead"]);
    });
  });

  describe(`${name}: projections`, () => {
    it("[DB16] a fold is kept per runtime", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(store.loadFold("r1")).toBeNull();
      store.saveFold("r1", "{}");
      store.saveFold("r1", '{"a":1}');
      expect(store.loadFold("r1")).toBe('{"a":1}');
    });

    it("[DB16] a cursor is kept per runtime and source", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      store.saveSourceCursor(aCursor());
      store.saveSourceCursor(aCursor({ last_source_seq: null, last_order_event_time: 7 }));
      store.saveSourceCursor(aCursor({ source: "transcript" }));
      expect(store.sourceCursors("r1")).toEqual([
        aCursor({ last_source_seq: null, last_order_event_time: 7 }),
        aCursor({ source: "transcript" }),
      ]);
      expect(store.sourceCursors("r2")).toEqual([]);
    });

    it("[DB16] a fold or a cursor of an unknown runtime is refused", () => {
      const store = open();
      expect(() => store.saveFold("r1", "{}")).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
      expect(() => store.saveSourceCursor(aCursor())).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
    });

    it("[DB17] a state that changed visibly gets the next number", () => {
      const store = open();
      expect(store.lastChange()).toBe(0);
      expect(store.saveState(anItem())).toBe(1);
      expect(store.saveState(anItem({ since: 1001 }))).toBe(2);
      expect(store.saveState(anItem({ since: 1001, state_version: 2, updated_at: 3000 }))).toBe(3);
      expect(store.states()).toEqual([anItem({ since: 1001, state_version: 2, updated_at: 3000 })]);
      expect(store.lastChange()).toBe(3);
    });

    it("[DB17] a state in which nothing but `updated_at` or the order of keys differs changes nothing", () => {
      const store = open();
      store.saveState(anItem());
      const reordered = Object.fromEntries(Object.entries(anItem({ updated_at: 9000 })).reverse());
      expect(store.saveState(anItem({ updated_at: 3000 }))).toBeNull();
      expect(store.saveState(reordered as ReturnType<typeof anItem>)).toBeNull();
      expect(store.states()).toEqual([anItem()]);
      expect(store.lastChange()).toBe(1);
    });

    it("[DB18] removing a state is a change, removing none is not", () => {
      const store = open();
      expect(store.removeState("host", "%1")).toBeNull();
      store.saveState(anItem());
      expect(store.removeState("host", "%1")).toBe(2);
      expect(store.states()).toEqual([]);
      expect(store.saveState(anItem())).toBe(3);
    });

    it("[DB19] changes since a number tell which panes to look at, and null says to start over", () => {
      const store = open();
      expect(store.changesSince(0)).toEqual([]);
      store.saveState(anItem());
      store.removeState("host", "%1");
      const first = { n: 1, target: "host", pane_id: "%1", state: "running", at: 2000 };
      const second = { n: 2, target: "host", pane_id: "%1", state: null, at: 2000 };
      expect(store.changesSince(0)).toEqual([first, second]);
      expect(store.changesSince(1)).toEqual([second]);
      expect(store.changesSince(2)).toEqual([]);
      expect(store.changesSince(3)).toBeNull();
    });
  });

  describe(`${name}: memory`, () => {
    it("[DB20] a fact is remembered, replaced, recalled by key or prefix, and forgotten", () => {
      const store = open();
      store.remember("spool/host/1", "a");
      store.remember("spool/host/2", "b");
      store.remember("spool/host%", "c");
      store.remember("spoon", "d");
      store.remember("spool/host/2", "e");
      expect(store.recall("spool/host/2")).toBe("e");
      expect(store.recall("spool")).toBeNull();
      expect(store.recallAll("spool/host/")).toEqual(
        new Map([
          ["spool/host/1", "a"],
          ["spool/host/2", "e"],
        ]),
      );
      expect(store.recallAll("").size).toBe(4);
      store.forget("spool/host/1");
      store.forget("nothing");
      expect(store.recallAll("spool/host/")).toEqual(new Map([["spool/host/2", "e"]]));
    });
  });

  describe(`${name}: pruning`, () => {
    const now = 100 * DAY;
    const prune = (store: Store, limit?: number) => store.prune(now - 7 * DAY, now - 14 * DAY, limit);
    const daysOld = (days: number, change = {}) =>
      anEvent({
        dedupe_key: `${days}d`,
        event_time: now - days * DAY,
        ingested_at: now,
        payload: { days },
        ...change,
      });

    it("[DB21] payloads are emptied first, whole events go later, both by τ", () => {
      const store = open();
      for (const days of [6, 8, 13, 15, 20]) store.appendEvent(daysOld(days), "bound");
      store.appendEvent(daysOld(16, { runtime_id: null }), "dropped_unbound");
      const { payload: _, ...emptied } = daysOld(8);
      expect(prune(store)).toEqual({ payloads: 2, events: 3 });
      expect(store.eventsOf("r1", 10).map((event) => [event.dedupe_key, event.payload])).toEqual([
        ["6d", { days: 6 }],
        ["8d", undefined],
        ["13d", undefined],
      ]);
      expect(store.eventsOf("r1", 10)[1]).toStrictEqual(emptied);
      expect(prune(store)).toEqual({ payloads: 0, events: 0 });
    });

    it("[DB21] a pending event is kept whole however old", () => {
      const store = open();
      const pending = daysOld(30, { runtime_id: null });
      store.appendEvent(pending, "pending_bind");
      expect(prune(store)).toEqual({ payloads: 0, events: 0 });
      expect(store.pendingEvents()).toEqual([pending]);
    });

    it("[DB21] a limit bounds the work of one call", () => {
      const store = open();
      for (let n = 0; n < 5; n++) {
        store.appendEvent(daysOld(20 + n), "bound");
        store.appendEvent(daysOld(8 + n / 10), "bound");
      }
      expect(prune(store, 3)).toEqual({ payloads: 3, events: 3 });
      expect(prune(store, 3)).toEqual({ payloads: 2, events: 2 });
      expect(prune(store, 3)).toEqual({ payloads: 0, events: 0 });
    });

    it("[DB22] old changes go from the front, and no number is ever given again", () => {
      const store = open();
      store.saveState(anItem({ updated_at: now - 20 * DAY }));
      store.saveState(anItem({ state: "idle", updated_at: now - 15 * DAY }));
      store.saveState(anItem({ state: "error", updated_at: now - DAY }));
      prune(store);
      expect(store.changesSince(1)).toBeNull();
      expect(store.changesSince(2)?.map((change) => change.n)).toEqual([3]);

      store.prune(now, now);
      expect(store.lastChange()).toBe(3);
      expect(store.changesSince(2)).toBeNull();
      expect(store.changesSince(3)).toEqual([]);
      expect(store.states()).toHaveLength(1);
      expect(store.saveState(anItem({ state: "running", updated_at: now }))).toBe(4);
    });

    it("[DB23] of runtimes that ended long ago the folds and cursors go, and all but the newest life of a pane", () => {
      const store = open();
      const lives = [
        aRuntime({ runtime_id: "r1", pane_epoch: 1, ended_at: now - 30 * DAY }),
        aRuntime({ runtime_id: "r2", pane_epoch: 2, ended_at: now - 20 * DAY }),
        aRuntime({ runtime_id: "r3", pane_id: "%2", ended_at: now - DAY }),
        aRuntime({ runtime_id: "r4", pane_id: "%3", ended_at: null }),
      ];
      for (const life of lives) {
        store.insertRuntime(life);
        store.saveFold(life.runtime_id, "{}");
        store.saveSourceCursor(aCursor({ runtime_id: life.runtime_id }));
      }
      prune(store);
      const ids = ["r1", "r2", "r3", "r4"];
      expect(ids.map((id) => store.runtime(id) !== null)).toEqual([false, true, true, true]);
      expect(ids.map((id) => store.loadFold(id))).toEqual([null, null, "{}", "{}"]);
      expect(ids.map((id) => store.sourceCursors(id).length)).toEqual([0, 0, 1, 1]);
      expect(store.lastPaneEpoch("host", "%1")).toBe(2);
    });
  });
}

/** One of each thing. */
export function fill(store: Store): void {
  store.upsertTarget(aTarget());
  store.upsertPane(aPane());
  store.insertRuntime(aRuntime());
  store.appendEvent(anEvent({ payload: { a: 1 } }), "bound");
  store.appendEvent(aPending({ dedupe_key: "p1" }), "pending_bind");
  store.saveFold("r1", '{"x":1}');
  store.saveSourceCursor(aCursor());
  store.saveState(anItem());
  store.remember("a", "1");
  store.remember("b", "1");
}

/** All that a caller can see of a small store. */
export function everything(store: Store): unknown {
  const runtimes = store.runtimes(-1);
  return {
    targets: store.targets(),
    panes: store.panes(),
    runtimes,
    epochs: ["%1", "%2"].map((paneId) => store.lastPaneEpoch("host", paneId)),
    pending: store.pendingEvents(),
    events: ["r1", "r2", "r3"].map((id) => store.eventsOf(id, 100)),
    counts: store.countEvents(),
    folds: ["r1", "r2", "r3"].map((id) => store.loadFold(id)),
    cursors: ["r1", "r2", "r3"].map((id) => store.sourceCursors(id)),
    states: store.states(),
    lastChange: store.lastChange(),
    changes: [0, 1, 2, 3, 5, 8].map((n) => store.changesSince(n)),
    facts: store.recallAll(""),
  };
}

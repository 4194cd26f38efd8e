import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { everything, fill } from "./store-view.ts";
import {
  aCursor,
  anAdapter,
  anAudit,
  anEvent,
  anItem,
  aPane,
  aPending,
  aRuntime,
  aSnapshot,
  aTarget,
} from "./test-rows.ts";

/** What every store must do with transactions, topology, runtimes and events. `open` gives an empty one. */
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
          store.appendEvent(anEvent({ dedupe_key: "k9" }), "bound");
          store.settlePending("e-p1", { runtime_id: "r1" });
          store.saveFold("r1", "other", 1);
          store.saveSourceCursor(aCursor({ last_source_seq: 9 }));
          store.saveAdapter(anAdapter({ enabled: true, enabled_since: 5 }));
          store.saveSnapshot(aSnapshot({ snapshot_id: "s2" }));
          store.saveAudit(anAudit({ outcome: "done" }));
          store.saveState(anItem({ state: "error" }));
          store.saveState(anItem({ state: "idle" }));
          store.removeState("host", "%1");
          store.removeTarget("host");
          store.remember("a", "2");
          store.forget("b");
          store.prune(1e12, 1e12);
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
        expect.objectContaining({ code: "E_TARGET_EXISTS", message: 'there is a target "host" already' }),
      );
      expect(store.targets()).toEqual([aTarget()]);
    });

    it("[DB8] a target whose connection could hold a secret is refused, without repeating it", () => {
      const store = open();
      const upsert = () => store.upsertTarget(aTarget({ connection_ref: "me:hunter2@vm1" }));
      expect(upsert).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
      expect(upsert).not.toThrow("hunter2");
      const socket = () => store.upsertTarget(aTarget({ tmux_socket: "ghp_hunter2" }));
      expect(socket).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
      expect(store.targets()).toEqual([]);
    });

    it("[TG2, DB27] removing a target takes its panes and states, numbered; the log and the lives on record stay", () => {
      const store = open();
      fill(store);
      const vm1 = (pane_id: string) => ({ target_id: "vm1", pane_id });
      store.upsertTarget(aTarget({ target_id: "vm1", target_name: "vm1", kind: "ssh", is_default: false }));
      for (const [n, pane_id] of ["%1", "%2"].entries()) {
        store.upsertPane(aPane(vm1(pane_id)));
        store.insertRuntime(aRuntime({ ...vm1(pane_id), runtime_id: `v${n}`, ended_at: n === 0 ? null : 300 }));
        store.saveState(anItem({ identity: { ...anItem().identity, target: "vm1", pane_id } }));
      }
      store.appendEvent(anEvent({ target: "vm1", runtime_id: "v0" }), "bound");
      expect(store.removeTarget("vm1")).toBe(5);
      expect(store.changesSince(3)?.map(({ n, target, pane_id, state }) => [n, target, pane_id, state])).toEqual([
        [4, "vm1", "%1", null],
        [5, "vm1", "%2", null],
      ]);
      expect([store.targets(), store.panes(), store.states()]).toEqual([[aTarget()], [aPane()], [anItem()]]);
      expect(["r1", "v0", "v1"].map((id) => store.runtime(id)?.ended_at)).toEqual([null, null, 300]);
      expect(store.eventsOf("v0", 9)).toHaveLength(1);
      expect(store.lastPaneEpoch("vm1", "%1")).toBe(1);
    });

    it("[TG2, DB27] removing a target that shows nothing, or that nobody knows, is no numbered change", () => {
      const store = open();
      store.upsertTarget(aTarget());
      expect([store.removeTarget("vm1"), store.removeTarget("host")]).toEqual([null, null]);
      expect([store.targets(), store.lastChange()]).toEqual([[], 0]);
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
        message: "ß ✓ \"'",
        evidence: { kind: "declaration", state: "waiting_input", attention: "input", medium: "appended" },
        payload: { tool_input: { command: "ls" }, list: [1, null, "x"] },
      });
      const subAgent = anEvent({ dedupe_key: "c", event_time: 1, run: { id: "sub", parent: "run" }, payload: null });
      for (const event of [sparse, full, subAgent]) store.appendEvent(event, "bound");
      expect(store.eventsOf("r1", 10)).toStrictEqual([sparse, full, subAgent]);
    });

    it("[DB12] a NUL in a text is no reason to lose what follows it", () => {
      const store = open();
      store.appendEvent(anEvent({ message: "before\0after" }), "bound");
      expect(store.eventsOf("r1", 10).map(({ message }) => message)).toEqual(["before\ufffdafter"]);
    });

    it("[DB13] a pending event is bound to a runtime once, or dropped once", () => {
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

    it("[DB13] a bound event can be given to another runtime; one that waits or was dropped cannot", () => {
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

    it("[DB15] events are counted by what became of them", () => {
      const store = open();
      expect(store.countEvents()).toEqual({ bound: 0, pending_bind: 0, dropped_unbound: 0 });
      store.appendEvent(anEvent({ dedupe_key: "a" }), "bound");
      store.appendEvent(anEvent({ dedupe_key: "b" }), "bound");
      store.appendEvent(aPending({ dedupe_key: "c" }), "pending_bind");
      store.appendEvent(aPending({ dedupe_key: "d" }), "dropped_unbound");
      expect(store.countEvents()).toEqual({ bound: 2, pending_bind: 1, dropped_unbound: 1 });
    });

    it("[DB13] what a pending event tells of its runtime waits with it, and goes when it is settled", () => {
      const store = open();
      const metadata = { session_id: "s1", cwd: "/w", transcript: "/t" };
      store.appendEvent(aPending(), "pending_bind", metadata);
      store.appendEvent(anEvent({ dedupe_key: "b" }), "bound", metadata);
      expect(store.pendingEvents()).toStrictEqual([{ event: aPending(), metadata }]);
      store.settlePending("e-k1", { runtime_id: "r1" });
      expect(store.pendingEvents()).toEqual([]);
    });

    it("[DB30] the events of a runtime are read in parts, oldest first, all of them once", () => {
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
}

import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { everything, fill } from "./store-view.ts";
import { aCursor, anAdapter, anAudit, anEvent, anItem, aPane, aRuntime, aSnapshot, aTarget } from "./test-rows.ts";

/** Store contract: transactions, topology and runtimes. `open` returns an empty store. */
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

    it("[TG2, DB9] removing a target takes its panes and states, numbered; the log and the lives on record stay", () => {
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

    it("[TG2, DB9] removing a target without panes, or an unknown one, gets no change number", () => {
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
    it("[BI1] a runtime is looked up by its id, with all of its identity", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(store.runtime("r1")).toEqual(aRuntime());
      expect(store.runtime("r9")).toBeNull();
    });

    it("[BI1] neither a runtime id nor a pane's epoch is given twice", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(() => store.insertRuntime(aRuntime({ pane_epoch: 2 }))).toThrow();
      expect(() => store.insertRuntime(aRuntime({ runtime_id: "r2" }))).toThrow();
      expect(store.runtimes(0)).toEqual([aRuntime()]);
    });

    it("[BI1] the first end of a runtime stays its end", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      store.endRuntime("r1", 500);
      store.endRuntime("r1", 900);
      expect(store.runtime("r1")).toEqual(aRuntime({ ended_at: 500 }));
    });

    it("[BI1] the living are listed, and those that ended after a given time", () => {
      const store = open();
      store.insertRuntime(aRuntime({ runtime_id: "r2", pane_epoch: 2, started_at: 300, pid: null, pid_start: null }));
      store.insertRuntime(aRuntime({ ended_at: 200 }));
      expect(store.runtimes(200).map((row) => row.runtime_id)).toEqual(["r2"]);
      expect(store.runtimes(199.5).map((row) => row.runtime_id)).toEqual(["r1", "r2"]);
    });

    it("[BI1] the last epoch of a pane is the highest it has had, and 0 for an unknown one", () => {
      const store = open();
      store.insertRuntime(aRuntime({ runtime_id: "r7", pane_epoch: 7, ended_at: 1 }));
      store.insertRuntime(aRuntime({ pane_epoch: 2 }));
      expect(store.lastPaneEpoch("host", "%1")).toBe(7);
      expect(store.lastPaneEpoch("vm1", "%1")).toBe(0);
    });
  });
}

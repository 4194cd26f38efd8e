import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { aCursor, anAdapter, anEvent, anItem, aRuntime } from "./test-rows.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Store contract: projections, sources' key-value facts, and retention. */
export function describeDerived(name: string, open: () => Store): void {
  describe(`${name}: projections`, () => {
    it("[DB7] a fold is kept per runtime", () => {
      const store = open();
      store.insertRuntime(aRuntime());
      expect(store.loadFold("r1")).toBeNull();
      store.saveFold("r1", "{}", 1);
      store.saveFold("r1", '{"a":1}', 2);
      expect(store.loadFold("r1")).toEqual({ fold: '{"a":1}', version: 2 });
      expect([1, 2].map((version) => store.foldsOfOtherVersions(version))).toEqual([["r1"], []]);
    });

    it("[DB7] a cursor is kept per runtime and source", () => {
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

    it("[DB7] a fold or a cursor of an unknown runtime is refused", () => {
      const store = open();
      expect(() => store.saveFold("r1", "{}", 1)).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
      expect(() => store.saveSourceCursor(aCursor())).toThrow(expect.objectContaining({ code: "E_INTERNAL" }));
    });

    it("[DB7] of each kind of agent the newest that it said is known, whichever runtime said it; its end is no word of it", () => {
      const store = open();
      expect(store.lastHeard()).toEqual([]);
      for (const [runtime_id, pane_epoch, agent_type] of [
        ["r1", 1, "claude"],
        ["r2", 2, "claude"],
        ["r3", 3, "codex"],
        ["r4", 4, "gemini"],
      ] as const)
        store.insertRuntime(aRuntime({ runtime_id, pane_epoch, agent_type }));
      store.saveSourceCursor(aCursor({ runtime_id: "r1", source: "transcript", last_order_event_time: 30 }));
      store.saveSourceCursor(aCursor({ runtime_id: "r1", source: "hook", last_order_event_time: 20 }));
      store.saveSourceCursor(aCursor({ runtime_id: "r2", source: "hook", last_order_event_time: 10 }));
      store.saveSourceCursor(aCursor({ runtime_id: "r2", source: "process", last_order_event_time: 99 }));
      store.saveSourceCursor(aCursor({ runtime_id: "r3", source: "osc", last_order_event_time: 7 }));
      store.saveSourceCursor(aCursor({ runtime_id: "r3", source: "notify", last_order_event_time: 7 }));
      expect(store.lastHeard()).toEqual([
        { agent_type: "claude", source: "transcript", at: 30 },
        { agent_type: "codex", source: "notify", at: 7 },
      ]);
    });

    it("[DB7] an adapter is replaced whole by its name", () => {
      const store = open();
      expect(store.adapters()).toEqual([]);
      store.saveAdapter(anAdapter({ adapter_name: "codex" }));
      store.saveAdapter(anAdapter());
      store.saveAdapter(anAdapter({ enabled: true, enabled_since: 20.5, unknown_screens: [] }));
      expect(store.adapters()).toEqual([
        anAdapter({ enabled: true, enabled_since: 20.5, unknown_screens: [] }),
        anAdapter({ adapter_name: "codex" }),
      ]);
    });

    it("[AP16] a state that changed visibly gets the next number", () => {
      const store = open();
      expect(store.lastChange()).toBe(0);
      expect(store.saveState(anItem())).toBe(1);
      expect(store.saveState(anItem({ since: 1001 }))).toBe(2);
      expect(store.saveState(anItem({ since: 1001, state_version: 2, updated_at: 3000 }))).toBe(3);
      expect(store.states()).toEqual([anItem({ since: 1001, state_version: 2, updated_at: 3000 })]);
      expect(store.lastChange()).toBe(3);
    });

    it("[AP16] a state in which nothing but `updated_at` or the order of keys differs changes nothing", () => {
      const store = open();
      store.saveState(anItem());
      const reordered = Object.fromEntries(Object.entries(anItem({ updated_at: 9000 })).reverse());
      expect(store.saveState(anItem({ updated_at: 3000 }))).toBeNull();
      expect(store.saveState(reordered as ReturnType<typeof anItem>)).toBeNull();
      expect(store.states()).toEqual([anItem()]);
      expect(store.lastChange()).toBe(1);
    });

    it("[AP16] removing a state is a change, removing none is not", () => {
      const store = open();
      expect(store.removeState("host", "%1")).toBeNull();
      store.saveState(anItem());
      expect(store.removeState("host", "%1")).toBe(2);
      expect(store.states()).toEqual([]);
      expect(store.saveState(anItem())).toBe(3);
    });

    it("[AP22] changes since a number tell which panes to look at, and null says to start over", () => {
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

  describe(`${name}: what changes told`, () => {
    it("[AP22, LS9] news since a number are told whole and once, in order; a title is no news", () => {
      const store = open();
      store.saveState(anItem());
      store.saveState(anItem({ title: "another", state_version: 2 }));
      store.saveState(anItem({ state: "waiting_input", message: "Which?", updated_at: 3000 }));
      store.removeState("host", "%1", 4000);
      const { identity, ref } = anItem();
      const common = { type: "pane", identity, ref };
      const all = [
        { n: 1, at: 2000, news: { ...common, change: "changed", state: "running", previous_state: null } },
        { n: 3, at: 3000, news: { ...common, change: "changed", state: "waiting_input", previous_state: "running" } },
        { n: 4, at: 4000, news: { ...common, change: "removed", state: null, previous_state: "waiting_input" } },
      ];
      expect(store.newsSince(0, 9)).toMatchObject(all);
      expect(store.newsSince(0, 2)).toMatchObject(all.slice(0, 2));
      expect(store.newsSince(1, 9)).toMatchObject(all.slice(1));
      expect(store.newsSince(4, 9)).toEqual([]);
      expect(store.newsSince(5, 9)).toBeNull();
      expect([2000, 2001, 4000, 9000].map((at) => store.changeBefore(at))).toEqual([0, 2, 3, 4]);
    });

    it("[AP22, LS9] states know the change they are from, and one that is no longer kept is the oldest that is", () => {
      const store = open();
      store.saveState(anItem({ updated_at: 1 }));
      store.saveState(anItem({ identity: { ...anItem().identity, pane_id: "%2" }, updated_at: 9000 }));
      store.saveState(anItem({ updated_at: 9001, message: "later" }));
      const places = () => store.statesByChange().map(({ n, item }) => [n, item.identity.pane_id]);
      expect(places()).toEqual([
        [2, "%2"],
        [3, "%1"],
      ]);
      store.prune(0, 9001);
      expect(places()).toEqual([
        [2, "%2"],
        [3, "%1"],
      ]);
      store.prune(0, 10_000);
      expect(places()).toEqual([
        [3, "%1"],
        [3, "%2"],
      ]);
      expect(store.newsSince(3, 9)).toEqual([]);
    });
  });

  describe(`${name}: memory`, () => {
    it("[DB7] a fact is remembered, replaced, recalled by key or prefix, and forgotten", () => {
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
      expect(store.pendingEvents()).toEqual([{ event: pending }]);
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

    it("[DB21] old changes go from the front, and no number is ever given again", () => {
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

    it("[DB21] of runtimes that ended long ago the folds and cursors go, and all but the newest life of a pane", () => {
      const store = open();
      const lives = [
        aRuntime({ runtime_id: "r1", pane_epoch: 1, ended_at: now - 30 * DAY }),
        aRuntime({ runtime_id: "r2", pane_epoch: 2, ended_at: now - 20 * DAY }),
        aRuntime({ runtime_id: "r3", pane_id: "%2", ended_at: now - DAY }),
        aRuntime({ runtime_id: "r4", pane_id: "%3", ended_at: null }),
      ];
      for (const life of lives) {
        store.insertRuntime(life);
        store.saveFold(life.runtime_id, "{}", 1);
        store.saveSourceCursor(aCursor({ runtime_id: life.runtime_id }));
      }
      prune(store);
      const ids = ["r1", "r2", "r3", "r4"];
      expect(ids.map((id) => store.runtime(id) !== null)).toEqual([false, true, true, true]);
      expect(ids.map((id) => store.loadFold(id))).toEqual([
        null,
        null,
        { fold: "{}", version: 1 },
        { fold: "{}", version: 1 },
      ]);
      expect(ids.map((id) => store.sourceCursors(id).length)).toEqual([0, 0, 1, 1]);
      expect(store.lastPaneEpoch("host", "%1")).toBe(2);
    });
  });
}

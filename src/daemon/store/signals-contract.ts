import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { aSignal } from "./test-rows.ts";

const MAIN = ["host", "main"] as const;

/** Store contract: squad signals. */
export function describeSignals(name: string, open: () => Store): void {
  describe(`${name}: squad signals`, () => {
    it("[SQ13] signals are numbered as they are told, and read from any number on", () => {
      const store = open();
      expect([store.addSignal(aSignal("a")), store.addSignal(aSignal("b"))]).toEqual([1, 2]);
      expect(store.lastSignal()).toBe(2);
      expect(store.signalsSince(0, 9)).toEqual([
        { n: 1, ...aSignal("a") },
        { n: 2, ...aSignal("b") },
      ]);
      expect(store.signalsSince(0, 1)?.map(({ n }) => n)).toEqual([1]);
      expect(store.signalsSince(2, 9)).toEqual([]);
      expect(store.signalsSince(3, 9)).toBeNull();
    });

    it("[SQ7] an event that is found to be another's is no second signal", () => {
      const store = open();
      store.addSignal(aSignal("a", { runtime_id: null, ref: null }));
      expect(store.addSignal(aSignal("a", { runtime_id: "r2" }))).toBeNull();
      expect(store.signalsSince(0, 9)).toEqual([{ n: 1, ...aSignal("a", { runtime_id: "r2" }) }]);
      expect([store.knowsSignal("a"), store.knowsSignal("b")]).toEqual([true, false]);
    });

    it("[SQ10] a signal whose session has become known is told again, under the next number", () => {
      const store = open();
      store.addSignal(aSignal("a", { session_id: null }));
      store.addSignal(aSignal("b"));
      expect(store.namelessSignals("r1", 0).map(({ event_id }) => event_id)).toEqual(["e-a"]);
      expect(store.namelessSignals("r1", 5_000)).toEqual([]);
      const named = { ...aSignal("a").signal, session_id: "s-9" };
      expect(store.retellSignal("e-a", named)).toBe(3);
      expect(store.retellSignal("e-z", named)).toBeNull();
      expect(store.namelessSignals("r1", 0)).toEqual([]);
      expect(store.signalsSince(0, 9)?.map(({ n, session_id }) => [n, session_id])).toEqual([
        [2, "s-1"],
        [3, "s-9"],
      ]);
    });

    it("[SQ14] what stands is the newest of each runtime; one that was written ahead stands for its time", () => {
      const store = open();
      store.addSignal(aSignal("new", { at: 3_000 }));
      store.addSignal(aSignal("late", { at: 2_000 }));
      store.addSignal(aSignal("other", { at: 1_000, runtime_id: "r2" }));
      store.addSignal(aSignal("ahead", { at: 4_000, until: 5_000 }));
      store.addSignal(aSignal("elsewhere", { at: 9_000, session_name: "side", runtime_id: "r3" }));
      const standing = (now: number) => store.currentSignals(...MAIN, now).map(({ event_id }) => event_id);
      expect(standing(4_999)).toEqual(["e-ahead", "e-other"]);
      expect(standing(5_000)).toEqual(["e-new", "e-other"]);
      expect(store.signalOf("r1", 4_999)?.event_id).toBe("e-ahead");
      expect(store.signalOf("r1", 5_000)?.event_id).toBe("e-new");
      expect(store.signalOf("r9", 0)).toBeNull();
    });

    it("[SQ14] what is taken back stands no longer, and stays in the timeline, oldest first", () => {
      const store = open();
      for (const [id, at] of Object.entries({ a: 1_000, c: 3_000, b: 2_000 })) store.addSignal(aSignal(id, { at }));
      store.clearSignals(...MAIN);
      expect(store.currentSignals(...MAIN, 0)).toEqual([]);
      expect(store.signalOf("r1", 0)).toBeNull();
      const timeline = (limit: number) => store.signalTimeline(...MAIN, limit).map(({ event_id }) => event_id);
      expect(timeline(9)).toEqual(["e-a", "e-b", "e-c"]);
      expect(timeline(2)).toEqual(["e-b", "e-c"]);
      store.addSignal(aSignal("d", { at: 4_000 }));
      expect(store.currentSignals(...MAIN, 0).map(({ event_id }) => event_id)).toEqual(["e-d"]);
    });

    it("[SQ13] signals go with the payloads of their time, and who has not read them is told so", () => {
      const store = open();
      for (const [id, at] of Object.entries({ a: 1_000, b: 9_000, c: 2_000, d: 9_500 }))
        store.addSignal(aSignal(id, { at }));
      store.prune(5_000, 0);
      expect(store.signalsSince(2, 9)).toBeNull();
      expect(store.signalsSince(3, 9)?.map(({ n }) => n)).toEqual([4]);
      store.prune(10_000, 0);
      expect([store.lastSignal(), store.addSignal(aSignal("e"))]).toEqual([4, 5]);
    });
  });
}

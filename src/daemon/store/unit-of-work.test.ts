import { beforeEach, describe, expect, it } from "vitest";
import { openMemoryStore } from "./memory-store.ts";
import { StagedMap } from "./staged-map.ts";
import type { Store } from "./store.ts";

let store: Store;
let told: string[];
beforeEach(() => {
  store = openMemoryStore();
  told = [];
});

function fail(): never {
  throw new Error("the work failed");
}

describe("a unit of work", () => {
  it("[DB7] undoes its changes in memory when it fails, and publishes nothing", () => {
    const map = new StagedMap<string, number>(store.unit);
    map.set("kept", 1);
    map.set("removed", 2);
    const work = () => {
      map.set("kept", 10);
      map.set("kept", 11);
      map.delete("removed");
      map.set("new", 3);
      store.unit.onCommit(() => told.push("applied"));
      store.unit.afterCommit(() => told.push("published"));
      fail();
    };
    expect(() => store.transact(work)).toThrow("the work failed");
    expect(["kept", "removed", "new"].map((key) => map.get(key))).toEqual([1, 2, undefined]);
    expect(told).toEqual([]);
  });

  it("[DB7] reloads only after all changes are undone and the store has rolled back", () => {
    const map = new StagedMap<string, number>(store.unit);
    const owner = {};
    const work = () => {
      for (const _ of [1, 2])
        store.unit.reloadOnRollback(owner, () => told.push(`${map.get("a")} ${store.recall("a")}`));
      store.remember("a", "1");
      map.set("a", 1);
      fail();
    };
    expect(() => store.transact(work)).toThrow();
    expect(told).toEqual(["undefined null"]);
  });

  it("[DB7] publishes in order, once per key, after the commit", () => {
    const map = new StagedMap<string, number>(store.unit);
    store.transact(() => {
      for (const _ of [1, 2]) store.unit.afterCommit(() => told.push(`first ${map.get("a")}`), "key");
      store.unit.afterCommit(() => {
        // transactions of a listener publish after the listener has returned
        store.transact(() => store.unit.afterCommit(() => told.push("third")));
        told.push("second");
      });
      store.unit.onCommit(() => map.set("a", 1));
    });
    expect(told).toEqual(["first 1", "second", "third"]);
  });

  it("[DB7] a listener that throws undoes nothing, is reported, and does not keep others from being called", () => {
    store.unit.reportTo((error) => told.push((error as Error).message));
    store.transact(() => {
      store.remember("a", "1");
      store.unit.afterCommit(fail);
      store.unit.afterCommit(() => told.push("next"));
    });
    expect([told, store.recall("a")]).toEqual([["the work failed", "next"], "1"]);
  });
});

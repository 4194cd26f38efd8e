import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../core/engine/fold.ts";
import { EMPTY_FOLD, FOLD_VERSION } from "../../core/engine/runtime-fold.ts";
import { readFold } from "../../core/engine/stored-fold.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { anEvent, aRuntime } from "../store/test-rows.ts";
import { FoldRebuild } from "./fold-rebuild.ts";
import { Folds } from "./folds.ts";

const OLD = FOLD_VERSION + 1;

function heard(n: number): EventEnvelope {
  const phase = (["busy", "ask", "rest"] as const)[n % 3];
  return anEvent({
    dedupe_key: `k${n}`,
    event_id: `e${n}`,
    event_time: 1_000 + n,
    evidence: { kind: "edge", phase: phase ?? "busy", ...(phase === "busy" && { begin: true }) },
  });
}

/** A runtime with this many events, and a fold made by another engine version. */
function setUp(events: number, stored = "{}"): { store: Store; folds: Folds } {
  const store = openMemoryStore();
  store.transact(() => {
    store.insertRuntime(aRuntime());
    for (let n = 0; n < events; n += 1) store.appendEvent(heard(n), "bound");
    store.saveFold("r1", stored, OLD);
  });
  return { store, folds: new Folds(store) };
}

function rebuild(store: Store, folds: Folds, rebuilt: string[] = []): FoldRebuild {
  return new FoldRebuild({ store, folds, onRebuilt: (id) => void rebuilt.push(id), log: silentLog() });
}

function foldOf(events: number): unknown {
  return Array.from({ length: events }, (_, n) => heard(n)).reduce(fold, EMPTY_FOLD);
}

function storedFold(store: Store) {
  const stored = store.loadFold("r1");
  return { version: stored?.version, fold: readFold(JSON.parse(stored?.fold ?? "null")) };
}

describe("folds of another version of the engine", () => {
  it("[DB32] are rebuilt from the log, published, and stored with our version", () => {
    const { store, folds } = setUp(1_234);
    const rebuilt: string[] = [];
    const work = rebuild(store, folds, rebuilt);
    while (work.step());
    expect(folds.of("r1")).toEqual(foldOf(1_234));
    expect(storedFold(store)).toEqual({ version: FOLD_VERSION, fold: foldOf(1_234) });
    expect(rebuilt).toEqual(["r1"]);
    expect(store.foldsOfOtherVersions(FOLD_VERSION)).toEqual([]);
  });

  it("[DB32] are used until they are rebuilt, and events that come meanwhile count in both", () => {
    const { store, folds } = setUp(1_000, JSON.stringify({ seenThrough: 7 }));
    const work = rebuild(store, folds);
    work.step();
    store.transact(() => {
      store.appendEvent(heard(1_000), "bound");
      folds.apply("r1", heard(1_000));
      folds.write();
    });
    expect(folds.of("r1").seenThrough).toBe(7);
    expect(store.loadFold("r1")?.version).toBe(OLD);
    while (work.step());
    expect(folds.of("r1")).toEqual(foldOf(1_001));
  });

  it("[DB32] are rebuilt by the next daemon if one was killed, except those already done", () => {
    const { store, folds } = setUp(1_000);
    rebuild(store, folds).step();
    const next = new Folds(store);
    const work = rebuild(store, next);
    while (work.step());
    expect(next.of("r1")).toEqual(foldOf(1_000));
    expect(rebuild(store, new Folds(store)).step()).toBe(false);
  });

  it("[DB32] stay as they are if the log no longer has their events", () => {
    const { store, folds } = setUp(0, JSON.stringify({ seenThrough: 7 }));
    const work = rebuild(store, folds);
    while (work.step());
    expect(storedFold(store)).toEqual({ version: FOLD_VERSION, fold: { ...EMPTY_FOLD, seenThrough: 7 } });
  });

  it("[DB32, DB33] are rebuilt if they cannot be read", () => {
    const { store, folds } = setUp(10, "no JSON");
    expect(folds.of("r1")).toEqual(EMPTY_FOLD);
    const work = rebuild(store, folds);
    while (work.step());
    expect(folds.of("r1")).toEqual(foldOf(10));
  });

  it("[DB32] a rebuilt fold that cannot be stored now is tried again", async () => {
    const { store, folds } = setUp(10);
    let failures = 2;
    const failing: Store = {
      ...store,
      transact: (work) => {
        failures -= 1;
        if (failures >= 0) throw new Error("the disk is full");
        return store.transact(work);
      },
    };
    const work = new FoldRebuild({ store: failing, folds, onRebuilt: () => {}, log: silentLog() });
    expect(() => work.step()).toThrow();
    expect(() => work.step()).toThrow();
    while (work.step());
    expect(folds.of("r1")).toEqual(foldOf(10));
  });
});

describe("a stored fold", () => {
  it("[DB33] is read back as it was written, for any events", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 })), (numbers) => {
        const made = numbers.map(heard).reduce(fold, EMPTY_FOLD);
        expect(readFold(JSON.parse(JSON.stringify(made)))).toEqual(made);
      }),
    );
  });

  it.each([null, 1, "x", [], { said: "no list" }, { edges: { a: { id: 1 } } }])(
    "[DB33] %j is read as no fold, or an empty one",
    (value) => {
      expect([null, EMPTY_FOLD]).toContainEqual(readFold(value));
    },
  );
});

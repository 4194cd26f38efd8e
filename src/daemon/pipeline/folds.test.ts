import { describe, expect, it } from "vitest";
import { EMPTY_FOLD } from "../../core/engine/runtime-fold.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { anEvent, aRuntime, aTarget } from "../store/test-rows.ts";
import { Folds } from "./folds.ts";

function setUp() {
  const store = openMemoryStore();
  const runtime = aRuntime();
  store.upsertTarget(aTarget({ target_id: runtime.target_id }));
  store.insertRuntime(runtime);
  const heard = (time: number) =>
    anEvent({ runtime_id: runtime.runtime_id, event_time: time, dedupe_key: `k${time}`, event_id: `e${time}` });
  return { store, id: runtime.runtime_id, heard };
}

describe("Folds", () => {
  it("[EN3] a late event does not move a source's cursor back, across a restart too", () => {
    const { store, id, heard } = setUp();
    for (const time of [2_000, 1_000]) {
      const folds = new Folds(store);
      store.transact(() => {
        folds.apply(id, heard(time));
        folds.write();
      });
    }
    expect(store.sourceCursors(id).map((cursor) => cursor.last_order_event_time)).toEqual([2_000]);
  });

  it("[FT2] an event that could not be stored was never folded", () => {
    const { store, id, heard } = setUp();
    const folds = new Folds(store);
    const failing = () => {
      folds.apply(id, heard(1_000));
      folds.write();
      throw new Error("the disk is full");
    };
    expect(() => store.transact(failing)).toThrow("the disk is full");
    expect(folds.of(id)).toEqual(EMPTY_FOLD);
  });
});

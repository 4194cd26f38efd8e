import { describe, expect, it } from "vitest";
import { testPane, testSummary } from "../../../test/support/test-pane.ts";
import { forgetFleet, keepFleet, recallFleet, type SnapshotStorage } from "./last-snapshot.ts";

function storage(limit = Number.POSITIVE_INFINITY): SnapshotStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > limit) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, value);
    },
    removeItem: (name) => kept.delete(name),
  };
}

const fleet = {
  cursor: "e-5",
  at: 1_000,
  summary: testSummary(1),
  targetErrors: [],
  panes: new Map([["host/%1", testPane({})]]),
};

describe("the last snapshot", () => {
  it("[UI16] comes back as it was kept, with the time it is from", () => {
    const kept = storage();
    keepFleet(kept, fleet);
    expect(recallFleet(kept)).toEqual(fleet);
    forgetFleet(kept);
    expect(recallFleet(kept)).toBeNull();
  });

  it("[UI16] a storage that is full keeps nothing half", () => {
    const full = storage(10);
    keepFleet(full, fleet);
    expect(recallFleet(full)).toBeNull();
  });

  it.each(["", "{", '{"type":"delta"}', '{"type":"snapshot"}', "null"])(
    "[UI16] %j is nothing that was kept",
    (text) => {
      expect(recallFleet({ ...storage(), getItem: () => text })).toBeNull();
    },
  );
});

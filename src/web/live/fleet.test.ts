import { describe, expect, it } from "vitest";
import { testPane, testSummary } from "../../../test/support/test-pane.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { applyMessages, type Fleet } from "./fleet.ts";

const first = testPane({ pane_id: "%1" });
const second = testPane({ pane_id: "%2" });
const snapshot: StreamMessage = {
  type: "snapshot",
  cursor: "e-5",
  at: 1_000,
  summary: testSummary(2),
  partial: false,
  target_errors: [],
  items: [first, second],
};
const delta = (cursor: string, changes: Partial<Extract<StreamMessage, { type: "delta" }>>): StreamMessage => ({
  type: "delta",
  cursor,
  at: 2_000,
  summary: testSummary(2),
  partial: false,
  target_errors: [],
  changed: [],
  removed: [],
  ...changes,
});

function apply(...messages: StreamMessage[]): Fleet | null {
  const fleet = applyMessages(null, messages);
  const oneByOne = messages.reduce<Fleet | null>((before, message) => applyMessages(before, [message]), null);
  expect(fleet).toEqual(oneByOne);
  return fleet;
}

describe("applyMessages", () => {
  it("[WB1] a snapshot replaces all that was known", () => {
    const fleet = apply(snapshot, { ...snapshot, cursor: "f-1", at: 3_000, items: [second] });
    expect(fleet).toEqual({
      cursor: "f-1",
      at: 3_000,
      summary: testSummary(2),
      targetErrors: [],
      panes: new Map([["host/%2", second]]),
    });
  });

  it("[WB1] a delta changes the panes it names and leaves the others as they are, to the very object", () => {
    const changed = { ...first, state: "running" as const };
    const added = testPane({ pane_id: "%3" });
    const fleet = apply(snapshot, delta("e-6", { changed: [changed, added] }));
    expect(fleet?.panes).toEqual(
      new Map([
        ["host/%1", changed],
        ["host/%2", second],
        ["host/%3", added],
      ]),
    );
    expect(fleet?.panes.get("host/%2")).toBe(second);
    expect([fleet?.cursor, fleet?.at]).toEqual(["e-6", 2_000]);
  });

  it("[WB1] a removed pane is gone, and one moved to another session is the same pane", () => {
    const moved = testPane({ pane_id: "%2", session_name: "elsewhere" });
    const fleet = apply(snapshot, delta("e-6", { changed: [moved], removed: [first.identity] }));
    expect(fleet?.panes).toEqual(new Map([["host/%2", moved]]));
  });

  it("[TG18, WB1] a delta tells which targets do not answer, also when no pane changed", () => {
    const error = { target: "vm1", error: { code: "E_SSH_LOGIN", message: "no key", details: {} }, since: 5 } as const;
    const told = delta("e-5", { partial: true, target_errors: [error] });
    const fleet = apply(snapshot, told);
    expect([fleet?.targetErrors, fleet?.panes.size]).toEqual([[error], 2]);
    expect(apply(snapshot, told, delta("e-5", {}))?.targetErrors).toEqual([]);
  });

  it("[WB1] a delta from before the snapshot changes nothing", () => {
    const before = apply(snapshot);
    expect(applyMessages(before, [delta("e-4", { removed: [first.identity] })])).toBe(before);
  });

  it("[WB1] the fleet that is shown stays as it is while the next one is made", () => {
    const before = apply(snapshot);
    applyMessages(before, [delta("e-6", { removed: [first.identity] })]);
    expect(before?.panes.size).toBe(2);
  });

  it("[WB1] a delta without a snapshot before it is left out", () => {
    expect(apply(delta("e-6", { changed: [first] }))).toBeNull();
  });
});

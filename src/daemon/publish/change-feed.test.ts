import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { PaneEvent } from "../../core/protocol/lists/watch-event.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Fleet } from "./fleet.ts";

function setUp() {
  const store = openMemoryStore("abc");
  const fleet = new Fleet("abc", 0);
  const feed = new ChangeFeed({ store, fleet, clock: { now: () => 99 } });
  const save = (pane_id: string, item: Partial<PaneItem>) => {
    const pane = testPane({ pane_id }, item);
    fleet.apply({ changed: [pane], removed: [] }, store.saveState(pane) ?? 0);
  };
  const remove = (pane_id: string) => {
    const { identity } = testPane({ pane_id });
    fleet.apply({ changed: [], removed: [identity] }, store.removeState("host", pane_id) ?? 0);
  };
  return { store, fleet, feed, save, remove };
}

describe("ChangeFeed", () => {
  it("[AP22, LS9] resuming after any event gives exactly those after it, in batches of any size", () => {
    const { feed, save, remove } = setUp();
    for (let n = 0; n < 5; n += 1) {
      save("%1", { state: n % 2 === 0 ? "running" : "error", message: `${n}` });
      save("%2", { title: `no news ${n}` });
    }
    remove("%1");
    const all = feed.read(0, 100).events;
    expect(all.map(({ message }) => message)).toEqual(["0", "", "1", "2", "3", "4", "4"]);
    for (const event of all) expect(PaneEvent.strict().parse(event)).toEqual(event);
    for (const limit of [1, 2, 100])
      for (const [index, { cursor }] of all.entries()) {
        const told: PaneEvent[] = [];
        let reading = feed.begin({ cursor });
        while (reading.more) {
          reading = feed.read(reading.position, limit);
          told.push(...reading.events);
        }
        expect(told).toEqual(all.slice(index + 1));
        expect(feed.cursorAt(reading.position)).toBe("abc-11");
      }
  });

  it("[AP22, LS9] without a cursor it begins with every pane's state, each with a cursor", () => {
    const { feed, save } = setUp();
    save("%1", { message: "a" });
    save("%2", { message: "b" });
    save("%1", { message: "c" });
    const { events, position } = feed.begin(null);
    expect(events.map(({ change, message, cursor }) => [change, message, cursor])).toEqual([
      ["present", "b", "abc-2"],
      ["present", "c", "abc-3"],
    ]);
    expect(position).toBe(3);
    expect(feed.read(2, 9).events.map(({ message }) => message)).toEqual(["c"]);
  });

  it("[AP22] refuses a cursor that has expired, belongs to another log or is malformed", () => {
    const { store, feed, save } = setUp();
    save("%1", { message: "a", updated_at: 1 });
    save("%1", { message: "b", updated_at: 5 });
    store.prune(0, 3);
    for (const cursor of ["abc-0", "abc-9", "xyz-1"])
      expect(() => feed.begin({ cursor })).toThrow(expect.objectContaining({ code: "E_CURSOR_EXPIRED" }));
    expect(() => feed.begin({ cursor: "nonsense" })).toThrow(expect.objectContaining({ code: "E_INVALID_FILTER" }));
    expect(feed.begin({ cursor: "abc-1" }).position).toBe(1);
    expect(feed.begin({ at: 0 }).position).toBe(1);
  });

  it("[AP22] names the panes that have changed since a cursor, also those that went away", () => {
    const { feed, fleet, save, remove } = setUp();
    save("%1", { message: "a" });
    save("%2", { message: "b" });
    save("%3", { message: "c" });
    save("%3", { message: "d" });
    remove("%2");
    const change = feed.changeSince("abc-2");
    expect(change.changed).toEqual([fleet.item("host", "%3")]);
    expect(change.removed.map(({ pane_id }) => pane_id)).toEqual(["%2"]);
    expect(feed.changeSince("abc-5")).toEqual({ changed: [], removed: [] });
  });
});

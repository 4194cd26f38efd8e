import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { WaitingPane } from "../live/acting.ts";
import { isSame, lookedAt, nextWaiting, type Shown, settle } from "./settle.ts";

const waiting = (n: number): WaitingPane => testPane({ pane_id: `%${n}` }, asking(n * 100)) as WaitingPane;
const [one, two, three, four] = [1, 2, 3, 4].map(waiting) as [WaitingPane, WaitingPane, WaitingPane, WaitingPane];
const free = { held: false, keep: null, first: false };
const held = { ...free, held: true };
const start = (...panes: WaitingPane[]) => settle([], panes, { ...free, first: true });
const brief = (rows: Shown[]) =>
  rows.map(({ pane, gone, isNew }) => `${pane.identity.pane_id}${gone ? " gone" : ""}${isNew ? " new" : ""}`);

describe("settle", () => {
  it("[UI1] nobody touches the list: those who wait, in the order given, and nothing is new at first", () => {
    expect(brief(start(one, two))).toEqual(["%1", "%2"]);
    expect(brief(settle(start(one, two), [two], free))).toEqual(["%2"]);
  });

  it("[UI15] held rows keep their places, whatever becomes of them, and new ones come last", () => {
    expect(brief(settle(start(two, three), [one, three, four], held))).toEqual(["%2 gone", "%3", "%1 new", "%4 new"]);
  });

  it("[UI15] released, they are in order again, and stay new until somebody looks", () => {
    const released = settle(settle(start(two, three), [one, three], held), [one, three], free);
    expect(brief(released)).toEqual(["%1 new", "%3"]);
    expect(brief(lookedAt(released))).toEqual(["%1", "%3"]);
  });

  it("[UI15] the row that somebody is about to act on stays, gone or not", () => {
    expect(brief(settle(start(one, two, three), [one, three], { ...free, keep: "host/%2" }))).toEqual([
      "%1",
      "%2 gone",
      "%3",
    ]);
  });

  it("[UI15] settling twice is settling once", () => {
    for (const how of [free, held, { ...free, keep: "host/%2" }]) {
      const once = settle(start(two, three), [one, three], how);
      expect(isSame(settle(once, [one, three], how), once)).toBe(true);
    }
  });
});

describe("nextWaiting", () => {
  it("[UI2] the selection goes on to the next that waits, else back, else nowhere", () => {
    const rows = settle(start(one, two, three), [one, three], held);
    const dealtWith = () => false;
    expect(nextWaiting(rows, "host/%1", dealtWith)).toBe("host/%3");
    expect(nextWaiting(rows, "host/%3", dealtWith)).toBe("host/%1");
    expect(nextWaiting(rows, "host/%3", ({ key }) => key === "host/%1")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { WaitingPane } from "../live/acting.ts";
import { isSame, lookedAt, nextWaiting, type Shown, settle } from "./settle.ts";

const waiting = (n: number): WaitingPane => testPane({ pane_id: `%${n}` }, asking(n * 100)) as WaitingPane;
const [one, two, three, four] = [1, 2, 3, 4].map(waiting) as [WaitingPane, WaitingPane, WaitingPane, WaitingPane];
const free = { held: false, keep: null, first: false, isAnswered: () => false };
const held = { ...free, held: true };
const start = (...panes: WaitingPane[]) => settle([], panes, { ...free, first: true });
/** The fields of a pane that is done since `at`. */
function finished(at: number): { attention: WaitingPane["attention"] } {
  const attention = { ...one.attention, attention_id: one.attention.attention_id, kind: "done" as const };
  return { attention: { ...attention, raised_at: at } };
}
const brief = (rows: Shown[]) =>
  rows.map(({ pane, gone, isNew }) => `${pane.identity.pane_id}${gone ? " gone" : ""}${isNew ? " new" : ""}`);

describe("settle", () => {
  it("[UI1] an untouched list has its rows in the given order, and none is new at first", () => {
    expect(brief(start(one, two))).toEqual(["%1", "%2"]);
    expect(brief(settle(start(one, two), [two], free))).toEqual(["%2"]);
  });

  it("[UI15] held rows keep their places, and new ones wait, except those asked for", () => {
    expect(brief(settle(start(two, three), [one, three, four], held))).toEqual(["%2 gone", "%3"]);
    const admitted = new Set(["a400"]);
    expect(brief(settle(start(two, three), [one, three, four], { ...held, admitted }))).toEqual([
      "%2 gone",
      "%3",
      "%4",
    ]);
  });

  it("[UI15] released rows are in order again, and stay new until they are looked at", () => {
    const released = settle(settle(start(two, three), [one, three], held), [one, three], free);
    expect(brief(released)).toEqual(["%1 new", "%3"]);
    expect(brief(lookedAt(released))).toEqual(["%1", "%3"]);
  });

  it("[UI15] the row that a person is about to act on stays, even if its call is over", () => {
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

describe("a row that was answered", () => {
  const next: WaitingPane = { ...two, attention: { ...two.attention, attention_id: "another", raised_at: 900 } };
  const answered = { ...held, isAnswered: ({ attention }: WaitingPane) => attention.attention_id === "a200" };
  const again = (rows: Shown[]) => rows.map(({ pane, asksAgain }) => [pane.attention.attention_id, asksAgain]);

  it("[UI37] does not turn into another question while the rows are held, and says that there is one", () => {
    const rows = settle(start(one, two), [one, next], answered);
    expect(again(rows)).toEqual([
      ["a100", false],
      ["a200", true],
    ]);
    expect(isSame(settle(rows, [one, next], answered), rows)).toBe(true);
    expect(brief(settle(rows, [one, next], { ...answered, held: false }))).toEqual(["%1", "%2 new"]);
  });

  it("[UI37] an answered row, or the one that a person is about to act on, does not turn into another question", () => {
    const gone = settle(start(one, two), [one], held);
    expect(again(settle(gone, [one, next], held))).toContainEqual(["a200", true]);
    const kept = settle(start(one, two), [one, next], { ...answered, held: false, keep: "host/%2" });
    expect(again(kept)).toContainEqual(["a200", true]);
  });

  it("[UI37] a question that was not answered here shows its new words at once", () => {
    expect(again(settle(start(one, two), [one, next], held))).toContainEqual(["another", false]);
  });
});

describe("shelves", () => {
  const done = testPane({ pane_id: "%9" }, { state: "completed", ...finished(50) }) as WaitingPane;

  it("[UI15, UI30] a held row stays on its shelf, and goes to its own when nobody holds it", () => {
    const rows = settle(start(one), [{ ...one, ...finished(60), shelf: "done" }], held);
    expect(rows.map(({ shelf }) => shelf)).toEqual(["blocked"]);
    expect(settle(rows, [done], free).map(({ shelf }) => shelf)).toEqual(["done"]);
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

import { afterEach, describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { WaitingPane } from "../live/acting.ts";
import { type Shown, settle } from "../view/settle.ts";
import { clearMarks, isMarked, markRange, marks, toggleMark } from "./marks.ts";

const panes = [1, 2, 3, 4].map((n) => testPane({ pane_id: `%${n}` }, asking(n)) as WaitingPane);
const rows = settle([], panes, { held: false, keep: null, first: true, isAnswered: () => false });
const marked = () => rows.filter((row) => isMarked(marks.get(), row)).map(({ key }) => key);

afterEach(clearMarks);

describe("marking rows", () => {
  it("[UI39] one by one, or all from the selected one to another, in either direction", () => {
    toggleMark(rows[1] as Shown);
    expect(marked()).toEqual(["host/%2"]);
    toggleMark(rows[1] as Shown);
    expect(marked()).toEqual([]);
    markRange(rows, "host/%3", "host/%1");
    expect(marked()).toEqual(["host/%1", "host/%2", "host/%3"]);
    clearMarks();
    markRange(rows, null, "host/%4");
    expect(marked()).toEqual(["host/%4"]);
  });

  it("[UI39] a row that asks something else by now, or nothing, is not marked any more", () => {
    const [row] = rows as [Shown];
    toggleMark(row);
    const other = { ...row.pane, attention: { ...row.pane.attention, attention_id: "other" } };
    expect(isMarked(marks.get(), { ...row, pane: other })).toBe(false);
    expect(isMarked(marks.get(), { ...row, gone: true })).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { isNewer, LONGEST_ROW, readRow, rowText } from "./member-row.ts";

const STAMP = { generation: 2, n: 7 };

describe("a row", () => {
  it("[FL4] carries the pane's item, its generation and the number of its change", () => {
    const item = testPane({ pane_id: "%5" }, { message: "Compiling", cwd: "/home/me" });
    expect(readRow(rowText(item, STAMP, "words"))).toEqual({ ...STAMP, item });
    expect(readRow(rowText(null, STAMP, "words"))).toEqual({ ...STAMP, item: null });
  });

  it("[FL4] a later generation is newer, and within one the greater number", () => {
    expect(isNewer({ generation: 3, n: 1 }, STAMP)).toBe(true);
    expect(isNewer({ generation: 2, n: 8 }, STAMP)).toBe(true);
    expect(isNewer(STAMP, STAMP)).toBe(false);
    expect(isNewer({ generation: 1, n: 99 }, STAMP)).toBe(false);
  });

  it("[FL7] with share = state no word of what the agent is about leaves", () => {
    const words = { title: "SECRET", cwd: "/SECRET", command: "SECRET", window_name: "SECRET", message: "SECRET" };
    const item = testPane({}, { ...asking(5), ...words, because: "SECRET" });
    const said = { ...item, attention: { ...item.attention, message: "SECRET" }, later: "SECRET" } as typeof item;
    const text = rowText(said, STAMP, "state");
    expect(text).not.toContain("SECRET");
    expect(readRow(text)?.item).toMatchObject({
      identity: item.identity,
      state: "waiting_input",
      shelf: "blocked",
      attention: { kind: "input", message: "" },
    });
  });

  it("[FL7] with share = words a field that panes get later is told", () => {
    const item = { ...testPane({}), later: { deep: [1] } };
    expect(readRow(rowText(item, STAMP, "words"))?.item).toEqual(item);
  });

  it("[FL8] secrets are removed from every text", () => {
    const key = `sk-ant-api03-${"a1B2".repeat(12)}`;
    const item = testPane({}, { command: `curl -H ${key}`, cwd: `/tmp/${key}` });
    expect(rowText(item, STAMP, "words")).not.toContain(key);
  });

  it("[FL8] a row with too many words tells the state alone", () => {
    const row = readRow(rowText(testPane({}, { message: "x".repeat(50_000) }), STAMP, "words"));
    expect(row?.item).toMatchObject({ state: "running", message: "" });
  });

  it("[FL8] [FL11] whatever cannot be read is no row, and nothing throws", () => {
    const text = rowText(testPane({}), STAMP, "words");
    const newer = JSON.stringify({ ...JSON.parse(text), fleet_version: 9, readable_by: 9 });
    for (const bad of ["", "null", "[]", "{}", text.slice(1), newer, `${text}${" ".repeat(LONGEST_ROW)}`])
      expect(readRow(bad)).toBeNull();
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (noise, json) => {
        expect(() => [readRow(noise), readRow(JSON.stringify(json))]).not.toThrow();
      }),
    );
  });

  it("[FL11] a newer version's row that an older one can read is read, with its unknown fields", () => {
    const newer = { fleet_version: 2, readable_by: 1, ...STAMP, item: { state: "running", mood: 3 }, more: true };
    expect(readRow(JSON.stringify(newer))).toEqual({ ...STAMP, item: { state: "running", mood: 3 } });
  });
});

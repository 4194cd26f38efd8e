import { describe, expect, it } from "vitest";
import { pad, table } from "./table.ts";

describe("table", () => {
  const rows = [
    ["NAME", "SAYS"],
    ["a", "short"],
    ["世界世界", "a message that goes on and on"],
  ];

  it("pads every column but the last to its widest cell", () => {
    expect(table(rows, null)).toEqual([
      ["NAME    ", "SAYS"],
      ["a       ", "short"],
      ["世界世界", "a message that goes on and on"],
    ]);
    expect(pad("世", 3)).toBe("世 ");
  });

  it("[LS7] shortens the last column to the terminal's width, and nothing without a terminal", () => {
    expect(table(rows, 24)[2]).toEqual(["世界世界", "a message tha…"]);
    expect(table(rows, null)[2]?.[1]).toBe("a message that goes on and on");
  });
});

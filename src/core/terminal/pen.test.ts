import { describe, expect, it } from "vitest";
import { penAfter, penAt } from "./captured-row.ts";
import { Pen } from "./pen.ts";

const penOf = (...parameters: string[]) => {
  const pen = new Pen();
  for (const each of parameters) pen.apply(each);
  return String(pen);
};

describe("a pen", () => {
  it.each([
    { given: ["31", "1"], is: "\x1b[0;1;31m" },
    { given: ["31;1", "0;4"], is: "\x1b[0;4m" },
    { given: ["38;5;200;48;2;1;2;3"], is: "\x1b[0;38;5;200;48;2;1;2;3m" },
    { given: ["38:2::1:2:3;58:5:9"], is: "\x1b[0;38;2;1;2;3;58;5;9m" },
    { given: ["1;2;22;4:3;9"], is: "\x1b[0;9;4:3m" },
    { given: ["4", "4:0", "91", "39", "103;7"], is: "\x1b[0;7;103m" },
    { given: ["38;9", "", "1;;3"], is: "\x1b[0;3m" },
  ])("[TS1] remembers $given as $is", ({ given, is }) => {
    expect(penOf(...given)).toBe(is);
  });

  it("says when no former attribute is left", () => {
    const pen = new Pen();
    expect([pen.apply("1;31"), pen.apply("0;1"), pen.apply("")]).toEqual([false, true, true]);
  });

  it("[TS1] is read off captured rows, over their ends and wide characters", () => {
    const row = "a\x1b[31m漢b\x1b[1mc";
    expect(String(penAfter(row, new Pen()))).toBe("\x1b[0;1;31m");
    const looks = [1, 2, 3, 4, 5, 6].map((column) => penAt(row, new Pen(), column)?.toString() ?? null);
    expect(looks).toEqual(["\x1b[0m", "\x1b[0;31m", "\x1b[0;31m", "\x1b[0;31m", "\x1b[0;1;31m", null]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, shorten, wrap } from "./width.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["世界", 4],
    ["한글", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["🧪", 2],
    ["🛠", 1],
    ["🛠️", 2],
    ["🖥", 1],
    ["❌", 2],
    ["✓", 1],
    ["⚠", 1],
    ["…", 1],
    ["⚠️", 2],
    ["🇩🇪", 2],
    ["👩‍💻", 2],
    ["👍🏽", 2],
    ["1️⃣", 2],
    ["ก็", 1],
    ["각", 2],
    ["ａｂ", 4],
  ])("of %j is %d", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("shorten", () => {
  it("[LS7] leaves what fits, and marks what it cut", () => {
    expect(shorten("abcdef", 6)).toBe("abcdef");
    expect(shorten("abcdefg", 6)).toBe("abcde…");
    expect(shorten("世界世界", 5)).toBe("世界…");
    expect(shorten("世界世界", 4)).toBe("世…");
    expect(shorten("ab👩‍💻👩‍💻", 5)).toBe("ab👩‍💻…");
  });

  it("[LS7] never gives more columns than there are, and cuts no character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const short = shorten(text, width);
        expect(displayWidth(short)).toBeLessThanOrEqual(width);
        if (short !== text) expect(text.startsWith(short.slice(0, -1))).toBe(true);
        expect(Buffer.from(short, "utf8").toString("utf8")).toBe(short);
      }),
    );
  });
});

describe("wrap", () => {
  it("[UI28] keeps every character, in rows that fit", () => {
    expect(wrap("make all && touch here", 12)).toEqual(["make all && ", "touch here"]);
    expect(wrap("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "xxxxx"]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const rows = wrap(text, width);
        expect(rows.join("")).toBe(text);
        for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, shorten } from "./width.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["世界", 4],
    ["한글", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["🧪", 2],
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
  it("[CL21] leaves what fits, and marks what it cut", () => {
    expect(shorten("abcdef", 6)).toBe("abcdef");
    expect(shorten("abcdefg", 6)).toBe("abcde…");
    expect(shorten("世界世界", 5)).toBe("世界…");
    expect(shorten("世界世界", 4)).toBe("世…");
    expect(shorten("ab👩‍💻👩‍💻", 5)).toBe("ab👩‍💻…");
  });

  it("[CL21] never gives more columns than there are, and cuts no character in two", () => {
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

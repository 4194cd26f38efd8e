import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../core/text/width.ts";
import { asciiLine, isUnicode } from "./ascii-line.ts";

describe("asciiLine", () => {
  it("[CL60] has only ASCII, and the same width", () => {
    expect(asciiLine("▌✕ error · 日本 … \x1b[33m–\x1b[0m")).toBe(">x error - ???? ~ \x1b[33m-\x1b[0m");
    const text = fc.array(fc.constantFrom("a", " ", "日", "👩‍👩‍👧", "…", "▌", "ü", "→")).map((all) => all.join(""));
    fc.assert(
      fc.property(text, (line) => {
        expect(asciiLine(line)).toMatch(/^[\x20-\x7e]*$/);
        expect(asciiLine(line)).toHaveLength(displayWidth(line));
      }),
    );
  });

  it("[CL60] the first variable that is set decides", () => {
    expect(isUnicode({ LANG: "de_DE.UTF-8" })).toBe(true);
    expect(isUnicode({ LANG: "de_DE.utf8", LC_ALL: "C" })).toBe(false);
    expect(isUnicode({})).toBe(false);
  });
});

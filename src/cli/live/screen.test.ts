import { describe, expect, it } from "vitest";
import { frameOf } from "./screen.ts";

describe("frameOf", () => {
  it("[LS8] fills the terminal, with the last line at the bottom", () => {
    expect(frameOf(["a", "b"], "live", 6)).toEqual(["a", "b", "", "", "", "live"]);
  });

  it("[LS8] rows that do not fit are counted, and never push the last line out", () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
    expect(frameOf(lines, "live", 6)).toEqual([
      "line 0",
      "line 1",
      "line 2",
      "… 7 lines more than fit here",
      "",
      "live",
    ]);
    expect(frameOf(lines, "live", 1).at(-1)).toBe("live");
  });
});

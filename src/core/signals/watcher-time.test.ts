import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFileTime } from "./watcher-time.ts";

describe("parseFileTime", () => {
  it.each([
    ["2026-11-15 11:45:21.293057502 +0000", 1794743121293.057, "1794743121293057502"],
    ["2026-11-15 11:45:21.000000000 +0000", 1794743121000, "1794743121000000000"],
    ["2026-11-15 11:45:21", 1794743121000, "1794743121000000000"],
    ["1794743121.293057502", 1794743121293.057, "1794743121293057502"],
    ["1794743121", 1794743121000, "1794743121000000000"],
  ])("[TG12] reads a file's time in every form that stat has: %s", (text, ms, ns) => {
    expect(parseFileTime(text)).toEqual({ ms: expect.closeTo(ms, 2), ns });
  });

  it.each(["", "yesterday", "2026-11-15", "2026-13-15 11:45:21 +0000", "2026-11-15 11:45:21 +0100", "1e9"])(
    "[TG12] does not guess at %j",
    (text) => {
      expect(parseFileTime(text)).toBeNull();
    },
  );

  it("[TG12] never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseFileTime(text)));
  });
});

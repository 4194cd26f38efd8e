import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

describe("backoffMs", () => {
  it("[WB7] doubles from half a second up to fifteen", () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => backoffMs(attempt, 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
  });

  it("[WB7] chance takes off at most a half", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const longest = backoffMs(attempt, 1);
        const wait = backoffMs(attempt, random);
        expect(wait).toBeLessThanOrEqual(longest);
        expect(wait).toBeGreaterThanOrEqual(longest / 2);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoff } from "./backoff.ts";

const failures = fc.nat({ max: 10_000 });
const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe("backoff", () => {
  it("[TG12] doubles from half a second to half a minute", () => {
    expect([0, 1, 2, 5, 6, 7, 100].map((failed) => backoff(failed, 1))).toEqual([
      500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it("[TG12] waits at least a quarter of a second and never more than half a minute", () => {
    fc.assert(
      fc.property(failures, chance, (failed, luck) => {
        expect(backoff(failed, luck)).toBeGreaterThanOrEqual(250);
        expect(backoff(failed, luck)).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  it("[TG12] spreads those that failed together over half of the wait", () => {
    fc.assert(
      fc.property(failures, chance, (failed, luck) => {
        const longest = backoff(failed, 1);
        expect(backoff(failed, 0)).toBe(longest / 2);
        expect(backoff(failed, luck)).toBeCloseTo(longest * (0.5 + luck / 2));
      }),
    );
  });

  it("[TG12] never gets shorter with one more failure", () => {
    fc.assert(
      fc.property(failures, chance, (failed, luck) => {
        expect(backoff(failed + 1, luck)).toBeGreaterThanOrEqual(backoff(failed, luck));
      }),
    );
  });
});

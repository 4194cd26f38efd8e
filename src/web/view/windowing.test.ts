import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrollTo, topsOf, windowOf } from "./windowing.ts";

const heights = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 600 });

describe("windowOf", () => {
  it("[WB18] every row in sight is drawn, and few others", () => {
    fc.assert(
      fc.property(heights, fc.nat(20_000), fc.integer({ min: 1, max: 2_000 }), (rows, scrolled, visible) => {
        const tops = topsOf(rows);
        const { from, to, above, total } = windowOf(tops, scrolled, visible);
        expect([above, total]).toEqual([tops[from], tops.at(-1)]);
        rows.forEach((height, n) => {
          const top = tops[n] ?? 0;
          const inSight = top + height > scrolled && top < scrolled + visible;
          if (inSight) expect(n >= from && n < to).toBe(true);
        });
      }),
    );
    expect(windowOf(topsOf(Array(500).fill(32)), 3_200, 640)).toEqual({
      from: 92,
      to: 129,
      above: 2_944,
      total: 16_000,
    });
  });

  it("[WB18] a row out of sight is scrolled to, one in sight is left alone", () => {
    const tops = topsOf(Array(100).fill(32));
    expect(scrollTo(tops, 5, 320, 320)).toBe(160);
    expect(scrollTo(tops, 30, 0, 320)).toBe(31 * 32 - 320);
    expect(scrollTo(tops, 5, 100, 320)).toBeNull();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapsOf, hunksIn, type Range, rangesOf, type Widening, widen } from "./more-lines.ts";
import type { DiffLine, Hunk } from "./parse-diff.ts";

/** A file of which some lines are other ones now, with all of its lines. */
function wholeFile(kinds: readonly DiffLine["kind"][]): DiffLine[] {
  let [old, now] = [1, 1];
  return kinds.map((kind, n) => ({
    kind,
    old: kind === "added" ? null : old++,
    new: kind === "removed" ? null : now++,
    text: `line ${n}`,
  }));
}

/** As git shows it, with so many unchanged lines around changes. */
function shownOf(lines: readonly DiffLine[], context: number): Hunk[] {
  const ranges: Range[] = [];
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "context") continue;
    const [from, to] = [Math.max(0, at - context), Math.min(lines.length, at + context + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && last[1] >= from) ranges[ranges.length - 1] = [last[0], to];
    else ranges.push([from, to]);
  }
  return hunksIn(lines, ranges, []);
}

const kinds = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.constant("context" as const) },
    fc.constantFrom("added" as const, "removed" as const),
  ),
  { minLength: 1, maxLength: 200 },
);

describe("more lines of a file in a review", () => {
  it("[WK34] are shown between changes, above the first and below the last, and parts that meet become one", () => {
    const lines = wholeFile(Array.from({ length: 100 }, (_, n) => (n === 40 || n === 60 ? "added" : "context")));
    const shown = shownOf(lines, 3);
    expect([shown.map(({ head }) => head), gapsOf(shown, null), gapsOf(shown, 100)]).toEqual([
      ["@@ -38,6 +38,7 @@", "@@ -57,6 +58,7 @@"],
      [37, 13, null],
      [37, 13, 36],
    ]);
    const ranges = rangesOf(lines, shown) ?? [];
    const widened = (gap: number, how: Widening) => widen(ranges, lines.length, gap, { how, by: 5 });
    expect([
      widened(0, "before"),
      widened(1, "after"),
      widened(1, "before"),
      widened(1, "all"),
      widened(2, "after"),
    ]).toEqual([
      [
        [32, 44],
        [57, 64],
      ],
      [
        [37, 49],
        [57, 64],
      ],
      [
        [37, 44],
        [52, 64],
      ],
      [[37, 64]],
      [
        [37, 44],
        [57, 69],
      ],
    ]);
    const placed = shown.map((hunk) => ({ ...hunk, head: `${hunk.head} function f()` }));
    expect(hunksIn(lines, widened(0, "before"), placed).map(({ head }) => head)).toEqual([
      "@@ -33,11 +33,12 @@",
      "@@ -57,6 +58,7 @@ function f()",
    ]);
  });

  it("[WK34] are not mixed with those of a file that has changed since", () => {
    const lines = wholeFile(["context", "context", "added", "context"]);
    const other = lines.map((line, n) => (n === 2 ? { ...line, text: "another" } : line));
    expect(rangesOf(other, shownOf(lines, 1))).toBeNull();
    expect(rangesOf([], shownOf(lines, 1))).toBeNull();
  });

  it("[WK34] show the whole file in the end, each line once and in order, however one asks for them", () => {
    const asks = fc.array(fc.record({ gap: fc.nat(10), how: fc.constantFrom<Widening>("after", "before", "all") }));
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 4 }), asks, (all, context, asked) => {
        const lines = wholeFile(all);
        const shown = shownOf(lines, context);
        fc.pre(shown.length > 0);
        const end = lines.filter((line) => line.new !== null).length;
        let ranges = rangesOf(lines, shown) ?? [];
        for (const { gap, how } of asked)
          ranges = widen(ranges, lines.length, Math.min(gap, ranges.length), { how, by: 7 });
        const hunks = hunksIn(lines, ranges, shown);
        const hidden = gapsOf(hunks, end).reduce<number>((sum, each) => sum + (each ?? 0), 0);
        const seen = hunks.flatMap((hunk) => hunk.lines);
        expect(seen).toEqual(lines.filter((line) => seen.includes(line)));
        expect(hidden + seen.filter((line) => line.new !== null).length).toBe(end);
        for (let gap = ranges.length; gap >= 0; gap -= 1)
          ranges = widen(ranges, lines.length, gap, { how: "all", by: 7 });
        expect(ranges).toEqual([[0, lines.length]]);
      }),
    );
  });
});

import type { DiffLine, Hunk } from "./parse-diff.ts";

/** Lines of the whole file, from one to before another. */
export type Range = readonly [number, number];

/** Which lines of a gap are shown: so many after the part above it, so many before the part below it, or all. */
export type Widening = "after" | "before" | "all";

/** Where the parts of a diff are in the whole file; null if the file has changed since the diff was read. */
export function rangesOf(whole: readonly DiffLine[], hunks: readonly Hunk[]): Range[] | null {
  const places = new Map(whole.map((line, at) => [keyOf(line), at]));
  const ranges = hunks.map(({ lines }): Range | null => {
    const from = lines[0] === undefined ? undefined : places.get(keyOf(lines[0]));
    if (from === undefined) return null;
    const isSame = lines.every((line, n) => isEqual(line, whole[from + n]));
    return isSame ? [from, from + lines.length] : null;
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

/** Shows more lines of a gap. Gap 0 is above the first part, the last one is below the last part. Parts that meet become one. */
export function widen(
  ranges: readonly Range[],
  total: number,
  gap: number,
  { how, by }: { how: Widening; by: number },
): Range[] {
  const [start, end] = [ranges[gap - 1]?.[1] ?? 0, ranges[gap]?.[0] ?? total];
  const added: Range = [
    how === "before" ? Math.max(start, end - by) : start,
    how === "after" ? Math.min(end, start + by) : end,
  ];
  const joined: Range[] = [];
  for (const range of [...ranges.slice(0, gap), added, ...ranges.slice(gap)]) {
    const last = joined.at(-1);
    if (last === undefined || last[1] < range[0]) joined.push(range);
    else joined[joined.length - 1] = [last[0], range[1]];
  }
  return joined;
}

/** The parts of the file that are shown. One that begins where it did keeps what git says of its place. */
export function hunksIn(whole: readonly DiffLine[], ranges: readonly Range[], before: readonly Hunk[]): Hunk[] {
  return ranges.map(([from, to]) => {
    const lines = whole.slice(from, to);
    const same = before.find((hunk) => hunk.lines[0] !== undefined && isEqual(hunk.lines[0], lines[0]));
    const place = same === undefined ? "" : same.head.replace(/^@@.*?@@/, "");
    return { head: `@@ -${span(lines, "old")} +${span(lines, "new")} @@${place}`, lines };
  });
}

/** How many lines are hidden above each part, and below the last one; `end` is the file's last line, null if not known. */
export function gapsOf(hunks: readonly Hunk[], end: number | null): (number | null)[] {
  let next = 1;
  const above = hunks.map(({ head }) => {
    const [, from = "1", count = "1"] = /\+(\d+)(?:,(\d+))?/.exec(head) ?? [];
    // of a part without new lines, git names the line before it
    const first = Number(from) + (count === "0" ? 1 : 0);
    const hidden = Math.max(0, first - next);
    next = first + Number(count);
    return hidden;
  });
  return [...above, end === null ? null : Math.max(0, end + 1 - next)];
}

function span(lines: readonly DiffLine[], side: "old" | "new"): string {
  const numbers = lines.flatMap((line) => line[side] ?? []);
  return `${numbers[0] ?? 0},${numbers.length}`;
}

function keyOf({ old, new: now }: DiffLine): string {
  return `${old} ${now}`;
}

function isEqual(a: DiffLine, b: DiffLine | undefined): boolean {
  return b !== undefined && a.kind === b.kind && a.text === b.text && keyOf(a) === keyOf(b);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

/** Applies a diff as patch does: hunks go to their line numbers, and every context line must match. */
function patch(text: string, diff: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  const rows = diff.split("\n").slice(2);
  rows.forEach((row, index) => {
    const from = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(row);
    if (from !== null) {
      const start = Number(from[1]) - (from[2] === "0" ? 0 : 1);
      out.push(...lines.slice(at, start));
      at = start;
    } else if (!row.startsWith("\\")) {
      const line = row.slice(1) + (rows[index + 1]?.startsWith("\\") ? "" : "\n");
      if (!row.startsWith("+")) expect(line).toBe(lines[at++]);
      if (!row.startsWith("-")) out.push(line);
    }
  });
  return [...out, ...lines.slice(at)].join("");
}

describe("the diff of a dry run", () => {
  it("[IN2] shows what is added with three lines around it", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9";
    expect(unifiedDiff("/s", before, before.replace("5\n", "5\nnew\n"))).toBe(
      "--- /s\n+++ /s\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+new\n 6\n 7\n 8",
    );
    expect(unifiedDiff("/s", null, "a\nb")).toBe(
      "--- /dev/null\n+++ /s\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file",
    );
    expect(unifiedDiff("/s", "a\n", null)).toBe("--- /s\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a");
    expect(unifiedDiff("/s", "a", "a")).toBe("");
  });

  it("[IN2] is one that patch understands", () => {
    const line = fc.constantFrom("a\n", "b\n", "c\r\n", "{\n", "}\n", "\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "end"))
      .map(([lines, end]) => lines.join("") + end);
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        expect(patch(before, unifiedDiff("file", before, after))).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });
});

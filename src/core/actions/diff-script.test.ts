import { describe, expect, it } from "vitest";
import { mostBytes, readDiff } from "./diff-script.ts";

describe("readDiff", () => {
  it("[GD40] counts files and lines, binary files without lines, and keeps the diff as it is", () => {
    const diff = "diff --git a/x b/x\n+a\x1eb\n";
    expect(readDiff(`3\t1\tx\n-\t-\tlogo.png\n\x1enew.txt\nsub/other\n\x1e${diff}`)).toEqual({
      ...{ files: 2, added: 3, removed: 1, untracked: ["new.txt", "sub/other"], diff, is_cut: false },
    });
    expect(readDiff("")).toEqual({ files: 0, added: 0, removed: 0, untracked: [], diff: "", is_cut: false });
  });

  it("[GD40] a long diff is cut at the end of a line, and says so", () => {
    const most = mostBytes([]);
    const { diff, is_cut } = readDiff(`\x1e\x1e${`+${"x".repeat(99)}\n`.repeat(3_000)}`);
    expect([is_cut, diff.length <= most, diff.endsWith("x\n")]).toEqual([true, true, true]);
    // git's bytes are counted, not letters
    const wide = Buffer.from(`+${"ü".repeat(99)}\n`.repeat(2_000))
      .subarray(0, most + 1)
      .toString();
    const read = readDiff(`\x1e\x1e${wide}`);
    expect([read.is_cut, read.diff.endsWith("ü\n")]).toEqual([true, true]);
  });
});

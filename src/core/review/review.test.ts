import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { commentMessage } from "./comment-message.ts";
import { parseDiff } from "./parse-diff.ts";
import { splitLines } from "./split-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "agtmux-review-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a diff for review", () => {
  it("[WK30] has git's files, with renames, new, removed, binary and odd names, and the numbers of their lines", () => {
    const git = (...words: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@x", ...words], { encoding: "utf8" });
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    git("init", "-q");
    mkdirSync(join(folder, "d"));
    write("changed", "1\n2\n3\n");
    write("old", "a\nb\nc\nd\ne\n");
    write("gone", "x\n");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    write("changed", "1\ntwo\n3\n++ plus\n");
    renameSync(join(folder, "old"), join(folder, "d", 'ü "new"\nname'));
    rmSync(join(folder, "gone"));
    write("empty file", "");
    write("bin", "\0");
    git("add", "-A");
    const files = parseDiff(git("diff", "--cached", "-M"));
    expect(
      files.map(({ name, change, old_name, is_binary, added, removed }) => [
        name,
        change,
        old_name,
        is_binary,
        added,
        removed,
      ]),
    ).toEqual([
      ["bin", "added", null, true, 0, 0],
      ["changed", "changed", null, false, 2, 1],
      ['d/ü "new"\nname', "renamed", "old", false, 0, 0],
      ["empty file", "added", null, false, 0, 0],
      ["gone", "removed", null, false, 0, 1],
    ]);
    expect(files[1]?.hunks[0]?.lines.map(({ kind, old, new: now, text }) => [kind, old, now, text])).toEqual([
      ["context", 1, 1, "1"],
      ["removed", 2, null, "2"],
      ["added", null, 2, "two"],
      ["context", 3, 3, "3"],
      ["added", null, 4, "++ plus"],
    ]);
  });

  it("[WK30] any text is read without failing", () => {
    const line = fc.constantFrom(
      "diff --git a/x b/x",
      "@@ -1 +1 @@",
      "@@ x",
      "+++ b/x",
      "--- /dev/null",
      "+a",
      "-b",
      " c",
      "",
      "rename to x",
      '"\\3"',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        for (const { hunks } of parseDiff(lines.join("\n"))) for (const hunk of hunks) splitLines(hunk.lines);
      }),
    );
  });

  it.each(["\r", "\u2028", "\u2029"])(
    "[SC29] a line of a file with %j in it begins no other file, which would hide the lines below",
    (sign) => {
      const repository = mkdtempSync(join(folder, "signs-"));
      const git = (...words: string[]) =>
        execFileSync("git", ["-C", repository, "-c", "user.name=x", "-c", "user.email=x@x", ...words], {
          encoding: "utf8",
        });
      git("init", "-q");
      const [file, picture] = ["a.js", "b.png"].map((name) => join(repository, name)) as [string, string];
      writeFileSync(file, "one\n");
      git("add", "-A");
      git("commit", "-q", "-m", "first");
      const lines = [`// ${sign}diff --git a/x b/x`, "hidden()", `// ${sign}@@ -1 +1 @@`, "hidden()"];
      writeFileSync(file, `one\n${lines.join("\n")}\n`);
      writeFileSync(picture, "\0");
      git("add", "-A");
      const read = parseDiff(git("diff", "--cached"));
      expect(read.map(({ name, added, is_binary }) => [name, added, is_binary])).toEqual([
        ["a.js", 4, false],
        ["b.png", 0, true],
      ]);
      expect(read[0]?.hunks.map((hunk) => hunk.lines.map(({ text }) => text))).toEqual([["one", ...lines]]);
    },
  );

  it("[WK30] side by side, a removed line is beside the one that replaces it", () => {
    const [file] = parseDiff("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,3 @@\n a\n-b\n-c\n+B\n d\n+e\n");
    const rows = splitLines(file?.hunks[0]?.lines ?? []);
    expect(rows.map(({ left, right }) => [left?.text ?? null, right?.text ?? null])).toEqual([
      ["a", "a"],
      ["b", "B"],
      ["c", null],
      ["d", "d"],
      [null, "e"],
    ]);
  });

  it("[WK31] comments are one message: file and line, the line itself, the words", () => {
    const first = { file: "src/a.ts", line: 12, side: "new" as const, quote: "const x = 1;", words: "Why one?\n" };
    expect(commentMessage([first])).toBe("A comment on your changes:\n\nsrc/a.ts:12\n> const x = 1;\nWhy one?");
    expect(commentMessage([first, { ...first, side: "old", words: "Keep it." }])).toBe(
      "2 comments on your changes:\n\n1. src/a.ts:12\n> const x = 1;\nWhy one?\n\n2. src/a.ts:12 (removed line)\n> const x = 1;\nKeep it.",
    );
  });
});

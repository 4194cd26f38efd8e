import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ignoreWhitespace } from "./ignore-whitespace.ts";
import { type FileDiff, parseDiff } from "./parse-diff.ts";

function fileOf(...lines: string[]): FileDiff {
  const [file] = parseDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n${lines.join("\n")}\n`);
  if (file === undefined) throw new Error("no file");
  return ignoreWhitespace(file);
}

const shown = ({ hunks }: FileDiff) =>
  hunks.flatMap(({ lines }) => lines.map(({ kind, old, new: now, text }) => [kind, old, now, text]));

describe("a diff without changes of blanks", () => {
  it("[WK33] a line that only moved is unchanged, with both of its numbers, and others stay", () => {
    expect(shown(fileOf(" a", "-b", "-c(1)", "+{", "+  b", "+  c( 1 )", "+}", "-d", "+e"))).toEqual([
      ["context", 1, 1, "a"],
      ["added", null, 2, "{"],
      ["context", 2, 3, "  b"],
      ["context", 3, 4, "  c( 1 )"],
      ["added", null, 5, "}"],
      ["removed", 4, null, "d"],
      ["added", null, 6, "e"],
    ]);
  });

  it("[WK33] parts in which nothing else has changed are left out, and are not counted", () => {
    expect(fileOf(" a", "-b", "+ b")).toMatchObject({ hunks: [], added: 0, removed: 0 });
    expect(fileOf("-b", "+\tb", "-c", "+d")).toMatchObject({ added: 1, removed: 1 });
  });

  it("[WK33] both files can still be read from it but for blanks, whatever git has found", () => {
    const folder = mkdtempSync(join(tmpdir(), "agtmux-blanks-"));
    const line = fc.constantFrom("a", "b", " a", "a ", "\tb", "c", "");
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`).join(""));
    const diff = (before: string, after: string) => {
      writeFileSync(join(folder, "before"), before);
      writeFileSync(join(folder, "after"), after);
      try {
        return execFileSync("git", ["diff", "--no-index", "-U99", "before", "after"], {
          cwd: folder,
          encoding: "utf8",
        });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    const bare = (words: string) => words.split("\n").map((each) => each.trim());
    try {
      fc.assert(
        fc.property(text, text, (before, after) => {
          const [file] = parseDiff(diff(before, after));
          const less = file === undefined ? null : ignoreWhitespace(file);
          if (less === null || less.hunks.length === 0) {
            expect(bare(before)).toEqual(bare(after));
            return;
          }
          const lines = less.hunks.flatMap((hunk) => hunk.lines);
          const side = (left: "added" | "removed") =>
            lines.flatMap(({ kind, text: words }) => (kind === left ? [] : [words.trim()]));
          expect([...side("added"), ""]).toEqual(bare(before));
          expect([...side("removed"), ""]).toEqual(bare(after));
        }),
        { numRuns: 60 },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

import { describe, expect, it } from "vitest";
import { readChanges } from "./read-changes.ts";

describe("readChanges", () => {
  it("[RS27] counts what git counts, and untracked names", () => {
    const lines = "git-changes 3 files changed, 12 insertions(+), 1 deletion(-)\nuntracked 2\n";
    expect(readChanges(lines)).toEqual({ files: 3, added: 12, removed: 1, untracked: 2 });
    expect(readChanges("noise\ngit-changes\nuntracked       0\n")).toEqual({
      files: 0,
      added: 0,
      removed: 0,
      untracked: 0,
    });
    for (const nothing of ["", "git-changes -\n", "git-changes 1 file changed\n", "untracked x\n"])
      expect(readChanges(nothing)).toBeNull();
  });
});

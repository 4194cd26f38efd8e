import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHead } from "./read-head.ts";

describe("readHead", () => {
  it.each([
    ["ref: refs/heads/main\n", { name: "main", commit: null }],
    ["ref: refs/heads/feature/a b", { name: "feature/a b", commit: null }],
    [`${"0123456789".repeat(4)}\n`, { name: null, commit: "0123456789".repeat(4) }],
    ["ref: refs/heads/fix-sk-ant-abcdefghijklmnop", { name: "fix-[redacted]", commit: null }],
    // a repository whose branches are kept in another form
    ["ref: refs/heads/.invalid\n", null],
    [`ref: refs/heads/${"x".repeat(5_000)}`, null],
    ["ref: refs/heads/a\u001b[2Jb", null],
    ["root:x:0:0:root:/root:/bin/bash", null],
    ["", null],
  ])("[RS26] %j says %j", (text, told) => {
    expect(readHead(text)).toEqual(told);
  });

  it("[RS26] reads nothing from a file that is not a HEAD", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^ref: refs\/heads\/|^[0-9a-f]{40}/.test(text));
        expect(readHead(text)).toBeNull();
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff.ts";

describe("lineDiff", () => {
  it("[UI28] shows what goes, what comes, and what stays around it", () => {
    expect(lineDiff("a\nport = 8080\nb\n", "a\nport = 80\nb\n")).toEqual([" a", "-port = 8080", "+port = 80", " b"]);
    expect(lineDiff("", "new\n")).toEqual(["+new"]);
    expect(lineDiff("old", "")).toEqual(["-old"]);
    expect(lineDiff("one\ntwo\nthree", "two\nthree\nfour")).toEqual(["-one", " two", " three", "+four"]);
  });

  it("[UI28] old and new text are both in it, whole and in their order", () => {
    const text = fc.array(fc.constantFrom("a", "b", "", "-c", "+d", " e")).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(`${before}\n`, `${after}\n`);
        const kept = (sign: string) => diff.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));
        expect([kept("+").join("\n"), kept("-").join("\n")]).toEqual([before, after]);
      }),
    );
  });

  it("[UI28] very long texts are shown one after the other", () => {
    const lines = (word: string) => Array.from({ length: 2_000 }, (_, n) => `${word} ${n}`).join("\n");
    const diff = lineDiff(lines("old"), lines("new"));
    expect([diff.length, diff[0], diff.at(-1)]).toEqual([4_000, "-old 0", "+new 1999"]);
  });
});

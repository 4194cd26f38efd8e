import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern } from "./linear-pattern.ts";
import { nativePattern } from "./pattern.ts";

const one = fc.constantFrom(
  "a",
  "b",
  "é",
  "🔒",
  " ",
  "\\d",
  "\\S",
  "\\w",
  ".",
  "[ab]",
  "[^a]",
  "\\p{L}",
  "(?![ab])\\w",
);
const place = fc.constantFrom("^", "$", "\\b");
const times = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?");
const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    fc.tuple(one, times).map(([char, count]) => (char.startsWith("(?!") ? char : char + count)),
    place,
    fc.tuple(tie("source"), times).map(([inside, count]) => `(?:${inside})${count}`),
    fc.tuple(tie("source"), tie("source")).map((both) => `(${both.join("|")})`),
  ),
  source: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
}));
const flag = fc.constantFrom("", "(?i)");
const text = fc.string({
  unit: fc.constantFrom("a", "b", "A", "é", "🔒", " ", "1", "_", "\n", "\ud83d"),
  maxLength: 6,
});

function patternOf(words: string) {
  const result = linearPattern(words);
  if (!result.ok) throw new Error(`${words}: ${result.fault}`);
  return result.pattern;
}

describe("a linear pattern", () => {
  it("[AD47] finds what the regular expression finds, at the same place", () => {
    fc.assert(
      fc.property(flag, source, text, (start, words, line) => {
        const result = linearPattern(start + words);
        if (!result.ok) {
          expect(result.fault).toMatch(/too large|longer/);
          return;
        }
        const found = nativePattern(start + words).exec(line);
        expect(result.pattern.test(line)).toBe(found !== null);
        const shown = result.pattern.exec(line);
        expect(shown?.index).toBe(found?.index);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["esc to \\w+", "press esc to cancel now", "esc to cancel"],
    ["a+?", "caab", "a"],
    ["a|ab", "xab", "a"],
    ["\\[Pasted ~?\\d+ lines?", "┃ [Pasted ~12 lines]", "[Pasted ~12 lines"],
    ["$", "ab", ""],
    ["\\Bb", "b ab", "b"],
  ])("[AD47] %s finds its words in %j", (words, line, found) => {
    expect(patternOf(words).exec(line)?.[0]).toBe(found);
    expect(nativePattern(words).exec(line)?.[0]).toBe(found);
  });

  it.each([
    ["(a)\\1", "refers back"],
    ["(?<n>a)\\k<n>", "refers back"],
    ["a(?=b)", "looks ahead or behind"],
    ["(?<=a)b", "looks ahead or behind"],
    ["(?<!a)b", "looks ahead or behind"],
    ["^(?!.*x)y", "looks ahead for more than one character"],
    ["(?!a)b+", "repeats a character"],
    ["(a{100}){100}", "too large"],
    ["(?:(?:(?:a{99}){99}){99}){99}", "too large"],
    ["a{1000000000}", "too large"],
    ["x".repeat(501), "longer than 500"],
    ["(", "not a regular expression"],
    ["{{spinner}}", "not a regular expression"],
    [`${"(".repeat(60)}a${")".repeat(60)}`, "groups in each other"],
  ])("[AD47] %s is refused: %s", (words, why) => {
    const result = linearPattern(words);
    expect(result.ok ? "" : result.fault).toContain(why);
  });

  it.each([
    "(a+)+$",
    "^(a|a)*$",
    "(a|aa)+$",
    "(.*a){20}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(x+x+)+y",
    "(?:a?){150}a{150}c",
  ])("[AD47] %s, at which a regular expression hangs, reads a long hostile line to its end", (words) => {
    const pattern = patternOf(words);
    for (const line of ["a", "x", "aB", "ab"].map((unit) => `${unit.repeat(5_000)}!`)) {
      expect(pattern.test(line)).toBe(false);
      expect(pattern.exec(line)).toBeNull();
    }
  });

  it("[AD47] a pattern with more ways than can be kept still reads as a regular expression does", () => {
    const words = "(?:a|b)*a(?:a|b){12}$";
    const pattern = patternOf(words);
    let seed = 7;
    const line = Array.from({ length: 600 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % 3 === 0 ? "a" : "b";
    }).join("");
    expect(pattern.test(line)).toBe(nativePattern(words).test(line));
  });
});

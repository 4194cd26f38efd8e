import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../core/text/width.ts";
import { fitLines } from "./fit-lines.ts";

describe("fitLines", () => {
  it("[CL36] goes on below the column in which the text began", () => {
    expect(fitLines("ok    hooks  all agents report to agtmux\nwarn  tmux   too old", 30)).toBe(
      "ok    hooks  all agents report\n             to agtmux\nwarn  tmux   too old",
    );
  });

  it("[CL36] without columns, a list goes on two blanks further in, and a sentence where it began", () => {
    expect(fitLines("shop: one two three\n  docs: four five six", 12)).toBe(
      "shop: one\n  two three\n  docs: four\n    five six",
    );
    expect(fitLines("one two three four", 9)).toBe("one two\nthree\nfour");
    expect(fitLines("- one two three\nx", 9)).toBe("- one two\n    three\nx");
  });

  it("[CL36] a column far at the right is not the one that the text goes on in", () => {
    expect(fitLines("a  bbbbbbbbbbbbbbbbbb  one two three", 28)).toBe("a  bbbbbbbbbbbbbbbbbb  one\n   two three");
  });

  it("[CL36] words, JSON and commands to copy stay whole, and colours take no room", () => {
    expect(fitLines("see https://127.0.0.1:4000/#pair=abcdef now", 20)).toBe(
      "see\nhttps://127.0.0.1:4000/#pair=abcdef\nnow",
    );
    expect(fitLines("dashboard  http://127.0.0.1:4000/#pair=abcdef\nx", 20)).toContain("dashboard  http");
    for (const line of [
      '{"a": "one two three four"}',
      "  agtmux send claude --text now",
      "→ git reset --hard HEAD~1 now",
    ])
      expect(fitLines(line, 12)).toBe(line);
    expect(fitLines("  agtmux watch   follow all agents live", 30)).toBe(
      "  agtmux watch   follow all\n                 agents live",
    );
    expect(fitLines("\x1b[31mone two\x1b[0m three", 13)).toBe("\x1b[31mone two\x1b[0m three");
  });

  it("[CL36] loses no word, and no line is too long unless a word is", () => {
    const word = fc.stringMatching(/^[a-zü✓漢]{1,9}$/);
    const text = fc.array(
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 80 }), (lines, columns) => {
        const shown = fitLines(lines.join("\n"), columns);
        expect(shown.split(/\s+/)).toEqual(lines.join("\n").split(/\s+/));
        expect(Math.max(...shown.split("\n").map(displayWidth))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

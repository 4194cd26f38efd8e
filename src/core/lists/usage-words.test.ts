import { describe, expect, it } from "vitest";
import { contextWords, costWords, countWords, usedWords } from "./usage-words.ts";

describe("words for usage", () => {
  it("[UG9] a context is a bar with its percentage, or the tokens alone where its size is not known", () => {
    const context = { used: 110_000, size: 200_000, percent: 55, at: 1 };
    expect(contextWords(context)).toBe("▮▮▮▯▯ 55%");
    expect(contextWords({ ...context, percent: 130 })).toBe("▮▮▮▮▮ 130%");
    expect(contextWords({ ...context, size: null, percent: null })).toBe("110k");
    expect(contextWords(null)).toBe("");
  });

  it("[UG5] a computed cost is marked, and one without some calls", () => {
    expect(costWords({ usd: 0.684, computed: false, unpriced_calls: 0 })).toBe("$0.68");
    expect(costWords({ usd: 0.0012, computed: true, unpriced_calls: 3 })).toBe("~$0.0012+");
    expect(costWords({ usd: null, computed: false, unpriced_calls: 3 })).toBe("");
    expect(usedWords({ cost: { usd: null, computed: false, unpriced_calls: 1 }, total: 36_700, calls: 1 })).toBe(
      "36.7k tok",
    );
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1k"],
    [36_666, "36.7k"],
    [99_960, "100k"],
    [999_499, "999k"],
    [999_500, "1M"],
    [1_234_567, "1.2M"],
    [123_456_789, "123M"],
  ])("[UG9] %i tokens are %s", (count, words) => {
    expect(countWords(count)).toBe(words);
  });
});

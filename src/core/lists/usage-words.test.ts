import { describe, expect, it } from "vitest";
import { contextWords, costWords, countWords, usageWords, usedWords } from "./usage-words.ts";

describe("words for usage", () => {
  it("[UG9] a context is a bar with its percentage, or the tokens alone where its size is not known", () => {
    const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
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

  it("[UG9] what was used on another day is not shown as today's", () => {
    const tokens = { input: 1_000, cached: 0, cache_written: 0, output: 0, reasoning: 0, calls: 1, total: 1_000 };
    const used = { ...tokens, cost: { usd: null, computed: false, unpriced_calls: 1 } };
    const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
    const usage = { session_id: "s", model: "m", session: used, turn: used, day: "2026-11-17", on_day: used, context };
    expect(usageWords({ usage }, "2026-11-17")).toBe("▮▮▮▯▯ 55%  1k tok");
    expect(usageWords({ usage }, "2026-11-18")).toBe("▮▮▮▯▯ 55%");
    expect(usageWords({ usage: null }, "2026-11-17")).toBe("");
  });

  it("[UG9] tokens of a context whose size is not known are not taken for those of the day", () => {
    const tokens = { input: 1_000, cached: 0, cache_written: 0, output: 0, reasoning: 0, calls: 1, total: 1_000 };
    const used = { ...tokens, cost: { usd: null, computed: false, unpriced_calls: 1 } };
    const context = { used: 110_000, size: null, percent: null, full_since: null, at: 1 };
    const usage = { session_id: "s", model: "m", session: used, turn: used, day: "2026-11-17", on_day: used, context };
    expect(usageWords({ usage }, "2026-11-17")).toBe("110k context  1k tok");
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

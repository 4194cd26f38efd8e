import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumUsed, type UsedPart } from "./sum-used.ts";

const part = (change: Partial<UsedPart> = {}): UsedPart => ({
  day: "2026-11-17",
  model: "gpt-x",
  calls: 1,
  input: 1_000_000,
  cached: 2_000_000,
  cache_written: 500_000,
  output: 300_000,
  reasoning: 200_000,
  cost: null,
  ...change,
});

describe("sumUsed", () => {
  it("[UG5] without a recorded cost and without a price there is no cost", () => {
    expect(sumUsed([part({ calls: 3 })], []).cost).toEqual({ usd: null, computed: false, unpriced_calls: 3 });
  });

  it("[UG5] a recorded cost is taken as it is, a computed one is marked, and calls without a price are counted", () => {
    const prices = [{ model: "gpt-*", from: "2026-01-01", input: 1, cached: 0.1, cache_written: 2, output: 10 }];
    expect(sumUsed([part({ cost: 0.25 })], prices).cost).toEqual({ usd: 0.25, computed: false, unpriced_calls: 0 });
    expect(sumUsed([part()], prices).cost).toEqual({ usd: 7.2, computed: true, unpriced_calls: 0 });
    const mixed = sumUsed([part(), part({ cost: 0.25 }), part({ model: "other", calls: 2 })], prices);
    expect(mixed.cost).toEqual({ usd: 7.45, computed: true, unpriced_calls: 2 });
    expect(mixed).toMatchObject({ calls: 4, input: 3_000_000, total: 12_000_000 });
  });

  it("[UG6] the price is that of the day, of the pattern that names the model most closely", () => {
    const price = { input: 1, output: 0 };
    const prices = [
      { model: "*", from: "2026-01-01", ...price, input: 9 },
      { model: "gpt-*", from: "2026-01-01", ...price },
      { model: "gpt-*", from: "2026-06-01", ...price, input: 2 },
      { model: "a.b", from: "2026-01-01", ...price, input: 5 },
    ];
    const cost = (model: string, day: string) =>
      sumUsed([part({ model, day, cached: 0, cache_written: 0, output: 0, reasoning: 0 })], prices).cost.usd;
    expect(cost("gpt-x", "2026-05-31")).toBe(1);
    expect(cost("gpt-x", "2026-06-01")).toBe(2);
    expect(cost("gpt-x", "2025-12-31")).toBeNull();
    expect(cost("a.b", "2026-06-01")).toBe(5);
    expect(cost("axb", "2026-06-01")).toBe(9);
  });

  it("[UG6] input that is cached costs as much as other input if the price does not say", () => {
    const prices = [{ model: "gpt-x", from: "2026-01-01", input: 1, output: 0 }];
    expect(sumUsed([part()], prices).cost.usd).toBe(3.5);
  });

  it("[UG2] the order makes no difference", () => {
    const parts = fc.array(fc.record({ input: fc.nat(), cost: fc.option(fc.double({ min: 0, max: 5, noNaN: true })) }));
    fc.assert(
      fc.property(parts, (given) => {
        const all = given.map((each) => part(each));
        expect(sumUsed([...all].reverse(), [])).toEqual(sumUsed(all, []));
      }),
    );
  });
});

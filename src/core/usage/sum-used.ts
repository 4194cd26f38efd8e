import type { Tokens } from "../protocol/events/usage-news.ts";
import type { Used } from "../protocol/lists/usage.ts";
import type { ModelPrice } from "../protocol/settings/settings-usage.ts";
import { costAt, priceOf } from "./price.ts";

/** Calls of one model on one day that all have a recorded cost, or all have none. */
export interface UsedPart extends Tokens {
  day: string;
  /** Empty if not known. */
  model: string;
  calls: number;
  /** As the agent recorded it; null if it recorded none. */
  cost: number | null;
}

/** Adds up tokens and money. What has no recorded cost is computed by the price table, if that has the model. */
export function sumUsed(parts: readonly UsedPart[], prices: readonly ModelPrice[]): Used {
  const sum = { calls: 0, input: 0, cached: 0, cache_written: 0, output: 0, reasoning: 0 };
  let usd: number | null = null;
  let computed = false;
  let unpriced_calls = 0;
  for (const part of parts) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name];
    const price = part.cost === null ? priceOf(part.model, part.day, prices) : null;
    const cost = price === null ? part.cost : costAt(price, part);
    computed ||= price !== null;
    if (cost === null) unpriced_calls += part.calls;
    else usd = (usd ?? 0) + cost;
  }
  const total = sum.input + sum.cached + sum.cache_written + sum.output + sum.reasoning;
  return { ...sum, total, cost: { usd: usd === null ? null : rounded(usd), computed, unpriced_calls } };
}

/** To a millionth of a dollar: sums of fractions would not be the same in every order. */
export function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

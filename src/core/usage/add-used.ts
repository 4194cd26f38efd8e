import type { Used } from "../protocol/lists/usage.ts";
import { rounded } from "./sum-used.ts";

/** Adds up sums. A cost of which a part is not known is the sum of what is. */
export function addUsed(sums: readonly Used[]): Used {
  const sum = { calls: 0, input: 0, cached: 0, cache_written: 0, output: 0, reasoning: 0, total: 0 };
  for (const each of sums) for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += each[name];
  const known = sums.flatMap(({ cost }) => cost.usd ?? []);
  const usd = known.length === 0 ? null : rounded(known.reduce((all, each) => all + each, 0));
  const unpriced_calls = sums.reduce((all, { cost }) => all + cost.unpriced_calls, 0);
  return { ...sum, cost: { usd, computed: sums.some(({ cost }) => cost.computed), unpriced_calls } };
}

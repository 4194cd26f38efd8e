import type { UsedPart } from "../../core/usage/sum-used.ts";
import type { Spent } from "../store/usage-store.ts";

/** An agent that starts again without its old sum begins at 0. What was spent before the first word of it is not known to be ours. */
export function spentWith(before: Spent | null, usd: number | undefined, at: number): Spent | null {
  if (usd === undefined || (before !== null && at < before.at)) return before;
  if (before === null) return { usd, at, since: usd === 0 ? 0 : at, owed: 0 };
  const more = usd >= before.usd ? usd - before.usd : usd;
  return { ...before, usd, at, owed: before.owed + more };
}

/** A part of the cost that belongs to no call yet. */
export function owedPart(cost: number, day: string): UsedPart {
  return { day, model: "", calls: 0, input: 0, cached: 0, cache_written: 0, output: 0, reasoning: 0, cost };
}

import type { CallRow } from "../store/usage-store.ts";

/** The same call told twice: the larger count of each kind, and the earlier time. Any order gives the same. */
export function mergeCall(before: CallRow, now: CallRow): CallRow {
  const most = (name: "input" | "cached" | "cache_written" | "output" | "reasoning") =>
    Math.max(before[name], now[name]);
  const first = now.at < before.at ? now : before;
  return {
    ...before,
    at: first.at,
    day: first.day,
    model: before.model || now.model,
    project: before.project || now.project,
    input: most("input"),
    cached: most("cached"),
    cache_written: most("cache_written"),
    output: most("output"),
    reasoning: most("reasoning"),
    cost: before.cost === null || now.cost === null ? (before.cost ?? now.cost) : Math.max(before.cost, now.cost),
  };
}

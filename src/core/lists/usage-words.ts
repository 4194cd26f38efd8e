import type { PaneItem } from "../protocol/lists/lists.ts";
import type { ContextUse, Cost, Used } from "../protocol/lists/usage.ts";

const CELLS = 5;

/** `▮▮▮▯▯ 55%`; the tokens alone if the size is not known. */
export function contextWords(context: ContextUse | null): string {
  if (context === null) return "";
  if (context.percent === null) return countWords(context.used);
  const full = Math.min(CELLS, Math.round((context.percent * CELLS) / 100));
  return `${"▮".repeat(full)}${"▯".repeat(CELLS - full)} ${context.percent}%`;
}

/** `$0.68`; `~$0.68` if a part of it is computed, `$0.68+` if calls without a price are missing from it. Empty without a price. */
export function costWords({ usd, computed, unpriced_calls }: Cost): string {
  if (usd === null) return "";
  const amount = usd >= 100 ? usd.toFixed(0) : usd.toFixed(usd >= 0.01 || usd === 0 ? 2 : 4);
  return `${computed ? "~" : ""}$${amount}${unpriced_calls > 0 ? "+" : ""}`;
}

/** The cost, or the tokens where no price is known. */
export function usedWords(used: Pick<Used, "cost" | "total" | "calls">): string {
  if (used.calls === 0) return "";
  return costWords(used.cost) || `${countWords(used.total)} tok`;
}

/** Tokens and money of today; empty if the last call was on another day. */
export function todayWords({ usage }: Pick<PaneItem, "usage">, today: string): string {
  // older daemons tell no usage
  return usage && usage.day === today ? usedWords(usage.on_day) : "";
}

/** How full its context is, and what it has used today, to be read without the head of a column. */
export function usageWords(item: Pick<PaneItem, "usage">, today: string): string {
  const context = item.usage?.context ?? null;
  const told = contextWords(context) + (context?.percent === null ? " context" : "");
  return [told, todayWords(item, today)].filter(Boolean).join("  ");
}

/** 950, 36.7k, 258k, 1.2M. */
export function countWords(count: number): string {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1_000, "k"] : [count / 1_000_000, "M"];
  return `${value < 99.95 ? Number(value.toFixed(1)) : Math.round(value)}${unit}`;
}

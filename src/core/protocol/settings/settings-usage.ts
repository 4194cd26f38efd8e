import { z } from "zod";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

const Dollars = z.number().nonnegative();

/** One `[[usage.prices]]` in config.toml: US dollars for a million tokens. */
export const ModelPrice = z.strictObject({
  /** The model's name, where `*` stands for anything. */
  model: z.string().min(1),
  /** The first day on which it holds. */
  from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as "2026-02-13"'),
  input: Dollars,
  output: Dollars,
  /** Read from the cache; as much as other input if absent. */
  cached: Dollars.optional(),
  cache_written: Dollars.optional(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** One `[[usage.budgets]]` in config.toml: what may be used on a day, in all or by some. */
export const Budget = z
  .strictObject({
    name: z.string().min(1).max(60),
    /** In US dollars. */
    usd: z.number().positive().optional(),
    tokens: z.number().int().positive().optional(),
    /** The folder in which agents were started, where `*` stands for anything. */
    project: z.string().min(1).optional(),
    agent: z.string().min(1).optional(),
    target: z.string().min(1).optional(),
  })
  .refine(({ usd, tokens }) => (usd === undefined) !== (tokens === undefined), "a budget has either usd or tokens");
export type Budget = z.infer<typeof Budget>;

const UsageTable = z.strictObject({
  prices: z.array(ModelPrice).default([]),
  budgets: z
    .array(Budget)
    .default([])
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "each budget has a name of its own"),
});
export type UsageSettings = z.infer<typeof UsageTable>;

export const NO_USAGE: UsageSettings = UsageTable.parse({});

export type UsageResult = { ok: true; usage: UsageSettings } | { ok: false; faults: TableFault[] };

/** Parses the table `usage`; a fault names the key. */
export function readUsage(table: unknown): UsageResult {
  const parsed = UsageTable.safeParse(table);
  if (parsed.success) return { ok: true, usage: parsed.data };
  const faults = parsed.error.issues.map((issue) => ({
    words: `${["usage", ...issue.path].map(String).join(".")}: ${issue.message}`,
    path: ["usage", ...pathOfIssue(issue)],
  }));
  return { ok: false, faults };
}

/** One line for each price and budget. */
export function usageRows({ prices, budgets }: UsageSettings): { name: string; value: string; does: string }[] {
  const limits = budgets.map(({ name, usd, tokens, project, agent, target }, index) => ({
    name: `usage.budgets.${index}`,
    value: [`${name}: ${usd === undefined ? `${tokens} tokens` : `$${usd}`} a day`, project, agent, target]
      .filter(Boolean)
      .join(", "),
    does: "what may be used on a day; whoever goes over it calls",
  }));
  const priced = prices.map(({ model, from, input, output }, index) => ({
    name: `usage.prices.${index}`,
    value: `${model} from ${from}: $${input} in, $${output} out`,
    does: "the price of a million tokens of a model, where its agent records no cost",
  }));
  return [...priced, ...limits];
}

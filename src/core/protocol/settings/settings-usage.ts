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

const UsageTable = z.strictObject({ prices: z.array(ModelPrice).default([]) });
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

/** One line for each price. */
export function usageRows({ prices }: UsageSettings): { name: string; value: string; does: string }[] {
  return prices.map(({ model, from, input, output }, index) => ({
    name: `usage.prices.${index}`,
    value: `${model} from ${from}: $${input} in, $${output} out`,
    does: "the price of a million tokens of a model, where its agent records no cost",
  }));
}

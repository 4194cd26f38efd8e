import type { Tokens } from "../protocol/events/usage-news.ts";
import type { ModelPrice } from "../protocol/settings/settings-usage.ts";

const MILLION = 1_000_000;

/** The price of a model on a day: the newest that begins no later; of several, the one that names the model most closely. Null if there is none. */
export function priceOf(model: string, day: string, prices: readonly ModelPrice[]): ModelPrice | null {
  let best: ModelPrice | null = null;
  for (const price of prices) {
    if (price.from > day || !matches(price.model, model)) continue;
    if (best === null || isCloser(price, best)) best = price;
  }
  return best;
}

/** In US dollars. Reasoning costs as much as other output. */
export function costAt(price: ModelPrice, { input, cached, cache_written, output, reasoning }: Tokens): number {
  const sum =
    input * price.input +
    cached * (price.cached ?? price.input) +
    cache_written * (price.cache_written ?? price.input) +
    (output + reasoning) * price.output;
  return sum / MILLION;
}

function isCloser(one: ModelPrice, other: ModelPrice): boolean {
  if (one.model.length !== other.model.length) return one.model.length > other.model.length;
  return one.from > other.from;
}

/** `*` stands for anything. */
function matches(pattern: string, model: string): boolean {
  const words = pattern.split("*").map((word) => word.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${words.join(".*")}$`, "s").test(model);
}

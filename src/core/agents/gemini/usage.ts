import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/** Its files do not say how large the context may grow; for these models Google does. */
const MILLION = /^gemini-(?:2\.[05]|3(?:\.\d+)?)-(?:pro|flash)/;
const MILLION_TOKENS = 1_048_576;

/** A message is written again, whole, when a tool that it called has ended. Its input has the cached tokens in it, its output no thoughts. */
export function usageIn(line: Payload): { usage?: UsageNews } {
  const [id, model, tokens] = [textAt(line, "id"), textAt(line, "model"), valueAt(line, "tokens")];
  if (id === undefined || model === undefined || tokens === undefined) return {};
  const prompt = countAt(tokens, "input") + countAt(tokens, "tool");
  const cached = Math.min(countAt(tokens, "cached"), prompt);
  const [output, reasoning] = [countAt(tokens, "output"), countAt(tokens, "thoughts")];
  const call = { id, model, input: prompt - cached, cached, cache_written: 0, output, reasoning, cost: null };
  return { usage: { call, context: { used: prompt, ...(MILLION.test(model) && { size: MILLION_TOKENS }) } } };
}

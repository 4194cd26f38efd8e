import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/** Messages that Claude writes itself, such as one about a failure, have this model. */
const NO_MODEL = "<synthetic>";

/** A message is written in several lines, each with the tokens of the whole message so far. What it costs, and how large the context may grow, stands in no line. */
export function usageIn(line: Payload): { usage?: UsageNews } {
  const [message, usage] = [valueAt(line, "message"), valueAt(line, "message", "usage")];
  const [id, model] = [textAt(message, "id"), textAt(message, "model")];
  if (usage === undefined || id === undefined || model === undefined || model === NO_MODEL) return {};
  const input = countAt(usage, "input_tokens");
  const cached = countAt(usage, "cache_read_input_tokens");
  const cache_written = countAt(usage, "cache_creation_input_tokens");
  const written = countAt(usage, "output_tokens");
  const reasoning = Math.min(countAt(usage, "output_tokens_details", "thinking_tokens"), written);
  const call = { id, model, input, cached, cache_written, output: written - reasoning, reasoning, cost: null };
  const isSubAgent = valueAt(line, "isSidechain") === true;
  return { usage: { call, ...(!isSubAgent && { context: { used: input + cached + cache_written } }) } };
}

/** How full the context is after a compaction. What the compaction itself used stands in no line. */
export function sizeAfter(line: Payload): { usage?: UsageNews } {
  const used = countAt(line, "compactMetadata", "postTokens");
  return used > 0 ? { usage: { context: { used } } } : {};
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/**
 * Each answer of a model has a record of its own, also those that sub-agents and the CLI's own helpers got. Its input has the
 * cached tokens in it, its output the thoughts.
 */
export function callIn(line: Payload): UsageNews | null {
  const event = valueAt(line, "systemPayload", "uiEvent");
  if (textAt(event, "event.name") !== "qwen-code.api_response") return null;
  const [id, model] = [textAt(event, "response_id") ?? textAt(line, "uuid"), textAt(event, "model")];
  if (id === undefined || model === undefined) return null;
  const prompt = countAt(event, "input_token_count");
  const cached = Math.min(countAt(event, "cached_content_token_count"), prompt);
  const written = countAt(event, "output_token_count");
  const reasoning = Math.min(countAt(event, "thoughts_token_count"), written);
  const tokens = { input: prompt - cached, cached, cache_written: 0, output: written - reasoning, reasoning };
  return { call: { id, model, ...tokens, cost: null } };
}

/** The whole prompt of a message of the conversation itself. */
export function contextIn(line: Payload): { usage?: UsageNews } {
  const used = countAt(line, "usageMetadata", "promptTokenCount");
  return used === 0 ? {} : { usage: { context: { used } } };
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/** Its input has the cached tokens in it, its output the thoughts. */
export function usageIn(line: Payload): { usage?: UsageNews } {
  const [id, model, tokens] = [textAt(line, "uuid"), textAt(line, "model"), valueAt(line, "usageMetadata")];
  if (id === undefined || model === undefined || tokens === undefined) return {};
  const prompt = countAt(tokens, "promptTokenCount");
  const cached = Math.min(countAt(tokens, "cachedContentTokenCount"), prompt);
  const written = countAt(tokens, "candidatesTokenCount");
  const reasoning = Math.min(countAt(tokens, "thoughtsTokenCount"), written);
  const isSubAgent = valueAt(line, "isSidechain") === true;
  return {
    usage: {
      call: {
        id,
        model,
        input: prompt - cached,
        cached,
        cache_written: 0,
        output: written - reasoning,
        reasoning,
        cost: null,
      },
      ...(!isSubAgent && { context: { used: prompt } }),
    },
  };
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/** Its input has no cached tokens in it, and its output no reasoning. A cost of 0 means that it knows no price. */
export function usageIn(payload: Payload): { usage?: UsageNews } {
  const [id, model, tokens] = [textAt(payload, "id"), textAt(payload, "modelID"), valueAt(payload, "tokens")];
  if (id === undefined || model === undefined || tokens === undefined) return {};
  const [input, output, reasoning] = [
    countAt(tokens, "input"),
    countAt(tokens, "output"),
    countAt(tokens, "reasoning"),
  ];
  const [cached, cache_written] = [countAt(tokens, "cache", "read"), countAt(tokens, "cache", "write")];
  const told = valueAt(payload, "cost");
  const cost = typeof told === "number" && Number.isFinite(told) && told > 0 ? told : null;
  const call = { id, model, input, cached, cache_written, output, reasoning, cost };
  const prompt = input + cached + cache_written;
  const size = countAt(payload, "limit");
  // a sub-agent has a context of its own, and a call that failed has none
  const isRoot = textAt(payload, "parentID") === undefined && prompt > 0;
  return { usage: { call, ...(isRoot && { context: { used: prompt, ...(size > 0 && { size }) } }) } };
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageCall, UsageNews } from "../../protocol/events/usage-news.ts";

export function usageIn(payload: Payload): { usage?: UsageNews } {
  const call = callIn(payload);
  if (call === null) return {};
  const size = countAt(payload, "size");
  const used = call.input + call.cached + call.cache_written;
  return { usage: { call, context: { used, ...(size > 0 && { size }) } } };
}

/** Pi adds up the calls that made the summary, so they are told as one, and their prompts are no context. */
export function compactionUsageIn(payload: Payload): { usage?: UsageNews } {
  const call = callIn(payload);
  return call === null ? {} : { usage: { call } };
}

/** Its input has no cached tokens in it; its output has the reasoning. A cost of 0 means that it knows no price. */
function callIn(payload: Payload): UsageCall | null {
  const [id, model, usage] = [textAt(payload, "id"), textAt(payload, "model"), valueAt(payload, "usage")];
  const [input, cached, cache_written] = [
    countAt(usage, "input"),
    countAt(usage, "cacheRead"),
    countAt(usage, "cacheWrite"),
  ];
  if (id === undefined || model === undefined || input + cached + cache_written === 0) return null;
  const written = countAt(usage, "output");
  const reasoning = Math.min(countAt(usage, "reasoning"), written);
  const told = valueAt(usage, "cost", "total");
  const cost = typeof told === "number" && Number.isFinite(told) && told > 0 ? told : null;
  return { id, model, input, cached, cache_written, output: written - reasoning, reasoning, cost };
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageNews } from "../../protocol/events/usage-news.ts";

/** Its input has no cached tokens in it; its output has the reasoning. A cost of 0 means that it knows no price. */
export function usageIn(payload: Payload): { usage?: UsageNews } {
  const [id, model, usage] = [textAt(payload, "id"), textAt(payload, "model"), valueAt(payload, "usage")];
  const [input, cached, cache_written] = [
    countAt(usage, "input"),
    countAt(usage, "cacheRead"),
    countAt(usage, "cacheWrite"),
  ];
  const prompt = input + cached + cache_written;
  if (id === undefined || model === undefined || prompt === 0) return {};
  const written = countAt(usage, "output");
  const reasoning = Math.min(countAt(usage, "reasoning"), written);
  const told = valueAt(usage, "cost", "total");
  const cost = typeof told === "number" && Number.isFinite(told) && told > 0 ? told : null;
  const size = countAt(payload, "size");
  return {
    usage: {
      call: { id, model, input, cached, cache_written, output: written - reasoning, reasoning, cost },
      context: { used: prompt, ...(size > 0 && { size }) },
    },
  };
}

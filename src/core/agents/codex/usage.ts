import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { LimitNews, UsageNews } from "../../protocol/events/usage-news.ts";

/** The line at the beginning of each turn names the model; that of a call does not. */
export function modelIn(line: Payload): { usage?: UsageNews } {
  const model = textAt(line, "payload", "model");
  return model === undefined ? {} : { usage: { model } };
}

/**
 * Each call is followed by a count of all tokens so far, by which it is recognised: the same count is written again
 * without a call, and after a compaction with the new size of the context alone.
 */
export function countIn(line: Payload): { usage?: UsageNews } {
  const [all, last] = [
    valueAt(line, "payload", "info", "total_token_usage"),
    valueAt(line, "payload", "info", "last_token_usage"),
  ];
  const total = countAt(all, "total_tokens");
  const prompt = countAt(last, "input_tokens");
  const limits = limitsIn(valueAt(line, "payload", "rate_limits"));
  const size = countAt(line, "payload", "info", "model_context_window");
  const usage: UsageNews = {
    ...(total > 0 && prompt > 0 && { call: callOf(String(total), last) }),
    ...(total > 0 && {
      context: { used: prompt > 0 ? prompt : countAt(last, "total_tokens"), ...(size > 0 && { size }) },
    }),
    ...(limits.length > 0 && { limits }),
  };
  return Object.keys(usage).length === 0 ? {} : { usage };
}

/** Its input has the cached tokens in it, and its output the reasoning. */
function callOf(id: string, last: unknown) {
  const [prompt, written] = [countAt(last, "input_tokens"), countAt(last, "output_tokens")];
  const cached = Math.min(countAt(last, "cached_input_tokens"), prompt);
  const cache_written = Math.min(countAt(last, "cache_write_input_tokens"), prompt - cached);
  const reasoning = Math.min(countAt(last, "reasoning_output_tokens"), written);
  const input = prompt - cached - cache_written;
  const tokens = { input, cached, cache_written, output: written - reasoning, reasoning };
  return { id, in_session: true as const, model: null, ...tokens, cost: null };
}

function limitsIn(limits: unknown): LimitNews[] {
  return ["primary", "secondary"].flatMap((name) => {
    const used_percent = valueAt(limits, name, "used_percent");
    const minutes = countAt(limits, name, "window_minutes");
    if (typeof used_percent !== "number" || used_percent < 0 || minutes === 0) return [];
    const resets = countAt(limits, name, "resets_at");
    return [{ window: lengthOf(minutes), used_percent, resets_at: resets > 0 ? resets * 1_000 : null }];
  });
}

function lengthOf(minutes: number): string {
  if (minutes % 1_440 === 0) return `${minutes / 1_440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

import { countAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import type { UsageCall, UsageNews } from "../../protocol/events/usage-news.ts";

/**
 * Each call has a record. Its input has the cached tokens in it, its output the reasoning. What it calls the cost is a
 * number of requests, not money.
 */
export function usageIn(line: Payload): { usage?: UsageNews } {
  const usage = valueAt(line, "data", "usage");
  const id = textAt(usage, "accounting", "usageId") ?? textAt(usage, "apiCallId") ?? textAt(line, "id");
  const model = textAt(usage, "model");
  if (id === undefined || model === undefined) return {};
  const call = callOf(id, model, usage);
  const size = countAt(usage, "maxPromptTokens");
  // a sub-agent has a context of its own
  const isRoot = textAt(line, "agentId") === undefined && textAt(usage, "parentToolCallId") === undefined;
  return {
    usage: { call, ...(isRoot && { context: { used: countAt(usage, "inputTokens"), ...(size > 0 && { size }) } }) },
  };
}

/** A compaction has no record of its own, but its end tells what it used, without the reasoning apart. */
export function compactionIn(line: Payload): { usage?: UsageNews } {
  const usage = valueAt(line, "data", "compactionTokensUsed");
  const id = textAt(line, "data", "compactionAttemptId") ?? textAt(line, "id");
  const model = textAt(usage, "model");
  return id === undefined || model === undefined ? {} : { usage: { call: callOf(id, model, usage) } };
}

function callOf(id: string, model: string, usage: unknown): UsageCall {
  const [prompt, written] = [countAt(usage, "inputTokens"), countAt(usage, "outputTokens")];
  const cached = Math.min(countAt(usage, "cacheReadTokens"), prompt);
  const cache_written = Math.min(countAt(usage, "cacheWriteTokens"), prompt - cached);
  const reasoning = Math.min(countAt(usage, "reasoningTokens"), written);
  const input = prompt - cached - cache_written;
  return { id, model, input, cached, cache_written, output: written - reasoning, reasoning, cost: null };
}

import type { AgentSignal, Reading } from "../../adapter/adapter.ts";
import { WORK_ONLY } from "../../adapter/evidence.ts";
import { countAt, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { LimitNews, UsageNews } from "../../protocol/events/usage-news.ts";

/** The event by which `agtmux statusline wrap` passes on what Claude gives to its status line command. */
export const STATUS_LINE = "StatusLine";

/** Its limits, and how long each lasts. */
const WINDOWS = { five_hour: "5h", seven_day: "7d" };

/** The only place where Claude tells what it costs, how large the context may grow, and how much of the limits is used. */
export function readStatusLine({ payload: text }: AgentSignal): Reading[] {
  const payload = parsePayload(text);
  const session_id = textAt(payload, "session_id");
  if (session_id === undefined) return [];
  const [window, cost] = [valueAt(payload, "context_window"), valueAt(payload, "cost", "total_cost_usd")];
  const size = countAt(window, "context_window_size");
  // absent before the first call, and after a compaction
  const used = valueAt(window, "current_usage") ? countAt(window, "total_input_tokens") : 0;
  const limits = limitsIn(valueAt(payload, "rate_limits"));
  const usage: UsageNews = {
    ...(size > 0 && { context: { ...(used > 0 && { used }), size } }),
    ...(typeof cost === "number" && Number.isFinite(cost) && cost >= 0 && { session_cost: cost }),
    ...(limits.length > 0 && { limits }),
  };
  const event_type = `claude.${STATUS_LINE}`;
  return [{ source: "hook", event_type, message: "", evidence: WORK_ONLY, session_id, usage }];
}

/** Only accounts with a subscription have them. */
function limitsIn(limits: unknown): LimitNews[] {
  return Object.entries(WINDOWS).flatMap(([name, window]) => {
    const used_percent = valueAt(limits, name, "used_percentage");
    if (typeof used_percent !== "number" || !(used_percent >= 0)) return [];
    const resets = countAt(limits, name, "resets_at");
    return [{ window, used_percent, resets_at: resets > 0 ? resets * 1_000 : null }];
  });
}

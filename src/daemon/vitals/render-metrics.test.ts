import { describe, expect, it } from "vitest";
import { summarize } from "../../core/lists/summarize.ts";
import { renderMetrics } from "./render-metrics.ts";

const VITALS = {
  memory_bytes: 1,
  heap_bytes: 1,
  open_files: null,
  open_files_limit: null,
  lag_ms: 0,
  longest_lag_ms: 0,
  events: 0,
  events_per_second: 0,
  unbound_events: 0,
  spooled: 0,
  unpublished_panes: 0,
  undelivered: 0,
};

describe("renderMetrics", () => {
  it("[UG11] has the tokens of today by agent and kind, and the cost where there is one", () => {
    const counts = { calls: 2, input: 10, cached: 20, cache_written: 0, output: 5, reasoning: 1, total: 36 };
    const used = (key: string, usd: number | null) => {
      const cost = { usd, computed: false, unpriced_calls: 0 };
      return { key, target: null, ...counts, cost };
    };
    const measured = { version: "1", startedAt: 0, problems: 0, vitals: VITALS, summary: summarize([]), targets: [] };
    const lines = renderMetrics({ ...measured, usedToday: [used("codex", null), used("opencode", 0.25)] }).split("\n");
    expect(lines).toContain('agtmux_tokens_today{agent="codex",kind="cached"} 20');
    expect(lines).toContain('agtmux_tokens_today{agent="opencode",kind="reasoning"} 1');
    expect(lines.filter((line) => line.startsWith("agtmux_cost_usd_today"))).toEqual([
      'agtmux_cost_usd_today{agent="opencode"} 0.25',
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { normalize } from "./normalize.ts";

/** As 2.1.325 gives it to its status line command, without what is not read. */
const PAYLOAD = {
  session_id: "cf8200ae-f8df-429a-86d4-7d1911ae7367",
  cwd: "/w",
  model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
  cost: { total_cost_usd: 0.0427446, total_duration_ms: 5688 },
  context_window: {
    total_input_tokens: 11_118,
    total_output_tokens: 336,
    context_window_size: 1_000_000,
    current_usage: { input_tokens: 8895, output_tokens: 336, cache_read_input_tokens: 2223 },
    used_percentage: 1,
  },
  rate_limits: {
    five_hour: { used_percentage: 42, resets_at: 1_794_820_343 },
    seven_day: { used_percentage: 13.5, resets_at: 1_795_014_943 },
  },
};

const read = (payload: unknown) =>
  normalize({ event: "StatusLine", payload: typeof payload === "string" ? payload : JSON.stringify(payload) });

describe("what Claude gives to its status line", () => {
  it("[UG22, UG7] tells cost, context and limits, and nothing about the state", () => {
    expect(read(PAYLOAD)).toEqual([
      {
        source: "hook",
        event_type: "claude.StatusLine",
        message: "",
        evidence: { kind: "note", reason: "tells what it works on" },
        session_id: PAYLOAD.session_id,
        usage: {
          context: { used: 11_118, size: 1_000_000 },
          session_cost: 0.0427446,
          limits: [
            { window: "5h", used_percent: 42, resets_at: 1_794_820_343_000 },
            { window: "7d", used_percent: 13.5, resets_at: 1_795_014_943_000 },
          ],
        },
      },
    ]);
  });

  it("[UG22] before the first call, and after a compaction, only the size is known; an API key has no limits", () => {
    const context_window = { ...PAYLOAD.context_window, total_input_tokens: 0, current_usage: null };
    const { rate_limits: _, ...rest } = { ...PAYLOAD, context_window, cost: { total_cost_usd: 0 } };
    expect(read(rest)).toMatchObject([{ usage: { context: { size: 1_000_000 }, session_cost: 0 } }]);
  });

  it("[UG22] odd numbers and texts tell nothing", () => {
    const odd = { ...PAYLOAD, cost: { total_cost_usd: "5" }, context_window: 7, rate_limits: { five_hour: null } };
    expect(read(odd)).toMatchObject([{ usage: {} }]);
    for (const text of ["", "{", "[]", "{}"]) expect(read(text)).toEqual([]);
  });
});

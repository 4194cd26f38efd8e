import { describe, expect, it } from "vitest";
import { linesOf } from "../../../test/accuracy/recorded-lines.ts";
import type { Adapter } from "../adapter/adapter.ts";
import type { UsageNews } from "../protocol/events/usage-news.ts";
import { claude } from "./claude/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { copilot } from "./copilot/adapter.ts";
import { factsOf } from "./facts-of.ts";
import { gemini } from "./gemini/adapter.ts";
import { opencode } from "./opencode/adapter.ts";
import { pi } from "./pi/adapter.ts";

const BRINGING = { target: "host", pane_id: "%1", dedupe_key: "k", event_time: 5 };

function newsIn(adapter: Adapter, lines: readonly string[]): UsageNews[] {
  const [source] = Object.values(adapter.secondSources ?? {}).filter(({ unit }) => unit === "line");
  const readings = lines.flatMap((line) => source?.read(line) ?? []);
  return readings.flatMap((reading) => factsOf(adapter.name, reading, BRINGING).metadata?.usage ?? []);
}

const recorded = (adapter: Adapter, situation: string) => newsIn(adapter, linesOf(`${adapter.name}/${situation}`));
const line = (fields: object) => JSON.stringify({ timestamp: "2026-11-15T15:06:30.072Z", ...fields });
const NONE = { input: 0, cached: 0, cache_written: 0, output: 0, reasoning: 0, cost: null };

describe("what agents tell of their usage", () => {
  it("[UG1] Claude: a message by its id, the cache apart from the input, thinking apart from the output", () => {
    const usage = {
      input_tokens: 1111,
      cache_creation_input_tokens: 2222,
      cache_read_input_tokens: 33333,
      output_tokens: 444,
      output_tokens_details: { thinking_tokens: 44 },
    };
    const message = { id: "msg_1", model: "claude-opus-5-5", usage, content: [] };
    const call = { id: "msg_1", model: "claude-opus-5-5", input: 1111, cached: 33333, cache_written: 2222 };
    const counted = { ...call, output: 400, reasoning: 44, cost: null };
    expect(newsIn(claude, [line({ type: "assistant", sessionId: "s", message })])).toEqual([
      { call: counted, context: { used: 36666 } },
    ]);
    // a sub-agent's context is not that of its parent
    expect(newsIn(claude, [line({ type: "assistant", isSidechain: true, sessionId: "s", message })])).toEqual([
      { call: counted },
    ]);
    expect(recorded(claude, "normal-turn")).toEqual([
      {
        call: { ...NONE, id: "msg_mock_mwhywfm3_1", model: "claude-opus-5-5", input: 10, output: 12 },
        context: { used: 10 },
      },
    ]);
    const compactMetadata = { trigger: "manual", preTokens: 11_454, postTokens: 2_821 };
    expect(newsIn(claude, [line({ type: "system", subtype: "compact_boundary", compactMetadata })])).toEqual([
      { context: { used: 2_821 } },
    ]);
    // Claude's own words about a failure are no call
    for (const failed of ["error-400", "quota", "quota-subscriber"]) expect(recorded(claude, failed)).toEqual([]);
  });

  it("[UG1] Codex: a call by the count of all tokens so far, which is also written again without a call", () => {
    const last_token_usage = {
      input_tokens: 11111,
      cached_input_tokens: 2222,
      cache_write_input_tokens: 0,
      output_tokens: 333,
      reasoning_output_tokens: 44,
      total_tokens: 11444,
    };
    const rate_limits = {
      primary: { used_percent: 42.5, window_minutes: 300, resets_at: 1794819930 },
      secondary: { used_percent: 13, window_minutes: 10080, resets_at: 1795014530 },
    };
    const info = { total_token_usage: { total_tokens: 22888 }, last_token_usage, model_context_window: 258400 };
    const payload = { type: "token_count", info, rate_limits };
    const counts = { input: 8889, cached: 2222, cache_written: 0, output: 289, reasoning: 44, cost: null };
    expect(newsIn(codex, [line({ type: "event_msg", payload })])).toEqual([
      {
        call: { id: "22888", in_session: true, model: null, ...counts },
        context: { used: 11111, size: 258400 },
        limits: [
          { window: "5h", used_percent: 42.5, resets_at: 1794819930000 },
          { window: "7d", used_percent: 13, resets_at: 1795014530000 },
        ],
      },
    ]);
    expect(recorded(codex, "normal-turn")[0]).toEqual({ model: "mock-model" });
    const size = 258400;
    const call = (id: string) => ({ ...NONE, id, in_session: true, model: null, input: 10, output: 5 });
    expect(recorded(codex, "compact")).toEqual([
      { call: call("15"), context: { used: 10, size } },
      { call: call("15"), context: { used: 10, size } },
      { call: call("30"), context: { used: 10, size } },
      // what is left of the conversation
      { context: { used: 7422, size } },
    ]);
    expect(recorded(codex, "quota").at(-1)).toEqual({
      limits: [{ window: "5h", used_percent: 100, resets_at: null }],
    });
  });

  it("[UG1] Gemini: a message by its id, however often it is written; thoughts are no part of the output", () => {
    const tokens = { input: 11111, output: 333, cached: 2222, thoughts: 44, tool: 0, total: 11488 };
    const message = { id: "m1", type: "gemini", content: "", tokens, model: "gemini-2.5-flash" };
    const call = { id: "m1", model: "gemini-2.5-flash", input: 8889, cached: 2222, cache_written: 0 };
    expect(newsIn(gemini, [line(message)])).toEqual([
      { call: { ...call, output: 333, reasoning: 44, cost: null }, context: { used: 11111, size: 1048576 } },
    ]);
    expect(newsIn(gemini, [line({ ...message, model: "some-other" })])[0]?.context).toEqual({ used: 11111 });
    const ids = recorded(gemini, "tool-approved").map((news) => news.call?.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  it("[UG1] Copilot: a record of each call, those of sub-agents without their context; its cost is no money", () => {
    const usage = {
      model: "gpt-4.1",
      inputTokens: 11111,
      outputTokens: 333,
      cacheReadTokens: 2222,
      cacheWriteTokens: 100,
      reasoningTokens: 44,
      cost: 1,
      maxPromptTokens: 64000,
      accounting: { usageId: "c1" },
    };
    const call = { id: "c1", model: "gpt-4.1", input: 8789, cached: 2222, cache_written: 100 };
    expect(newsIn(copilot, [line({ type: "session.usage_record", data: { usage } })])).toEqual([
      { call: { ...call, output: 289, reasoning: 44, cost: null }, context: { used: 11111, size: 64000 } },
    ]);
    const { reasoningTokens: _, ...compactionTokensUsed } = usage;
    const data = { success: true, compactionAttemptId: "c2", compactionTokensUsed };
    expect(newsIn(copilot, [line({ type: "session.compaction_complete", data })])).toEqual([
      { call: { ...call, id: "c2", output: 333, reasoning: 0, cost: null } },
    ]);
    const told = recorded(copilot, "subagent");
    expect(told.map(({ call: each }) => [each?.input, each?.output])).toEqual([
      [10, 5],
      [10, 5],
      [10, 5],
    ]);
    expect(told.filter(({ context }) => context !== undefined)).toHaveLength(2);
  });

  it("[UG1] OpenCode: a message that is complete, with what it cost; no price is no cost", () => {
    const tokens = { total: 11444, input: 8889, output: 289, reasoning: 44, cache: { write: 0, read: 2222 } };
    const payload = { sessionID: "ses_1", id: "m1", modelID: "gpt-x", cost: 0.0323286, tokens, limit: 200000 };
    const read = (fields: object) => {
      const [reading] = opencode.normalize?.({ event: "message.used", payload: JSON.stringify(fields) }) ?? [];
      return reading && factsOf("opencode", reading, BRINGING).metadata?.usage;
    };
    const counts = { input: 8889, cached: 2222, cache_written: 0, output: 289, reasoning: 44 };
    const call = { id: "m1", model: "gpt-x", ...counts, cost: 0.0323286 };
    expect(read(payload)).toEqual({ call, context: { used: 11111, size: 200000 } });
    expect(read({ ...payload, cost: 0, parentID: "ses_0" })).toEqual({ call: { ...call, cost: null } });
  });

  it("[UG1] pi: a message that is complete, with what it cost, and a compaction; its output has the reasoning in it", () => {
    const usage = { input: 100, output: 50, cacheRead: 20, cacheWrite: 5, reasoning: 10, cost: { total: 0.25 } };
    const read = (event: string, payload: object) => {
      const [reading] = pi.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
      return reading && factsOf("pi", reading, BRINGING).metadata?.usage;
    };
    const call = {
      id: "m1",
      model: "gpt-x",
      input: 100,
      cached: 20,
      cache_written: 5,
      output: 40,
      reasoning: 10,
      cost: 0.25,
    };
    const message = { id: "m1", model: "gpt-x", usage, size: 1000, text: "" };
    expect(read("message_end", message)).toEqual({ call, context: { used: 125, size: 1000 } });
    const compaction = { reason: "manual", id: "m1", model: "gpt-x" };
    expect(read("session_compact", { ...compaction, usage })).toEqual({ call });
    expect(read("session_compact", compaction)).toBeUndefined();
  });

  it("[UG1] numbers that make no sense count as none, and names are cleaned", () => {
    const usage = { input_tokens: -5, output_tokens: "9", cache_read_input_tokens: 1e300 };
    const model = `m\u001b[31m${"x".repeat(500)}`;
    const [news] = newsIn(claude, [
      line({ type: "assistant", message: { id: "y".repeat(900), model, usage, content: [] } }),
    ]);
    expect(news?.call).toMatchObject({ ...NONE, id: "y".repeat(200) });
    expect(news?.call?.model).toMatch(/^m\[31mx{70,}$/);
  });
});

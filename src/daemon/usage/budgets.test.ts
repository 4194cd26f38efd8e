import { describe, expect, it } from "vitest";
import type { Budget } from "../../core/protocol/settings/settings-usage.ts";
import { readUsage } from "../../core/protocol/settings/settings-usage.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { UsageLedger } from "./usage-ledger.ts";

const NOON = new Date(2026, 10, 17, 12).getTime();
const DAY_MS = 86_400_000;
const PRICES = [{ model: "m", from: "2026-01-01", input: 1_000_000, output: 0 }];

function open(budgets: Budget[], store = openMemoryStore()) {
  const usage = { prices: PRICES, budgets };
  const ledger = new UsageLedger({ store, settings: { keep_metadata: 14 * DAY_MS, context_full: 85, usage } });
  let calls = 0;
  /** A conversation uses so many tokens, at a dollar each. */
  const use = (session_id: string, input: number, { at = NOON, project = "/w/shop", agent = "codex" } = {}) => {
    calls += 1;
    const call = { id: `${session_id}${calls}`, model: "m", input, cost: null };
    const nothing = { cached: 0, cache_written: 0, output: 0, reasoning: 0 };
    const key = { target: "host", agent, session_id };
    const origin = { at: at + calls, now: at + calls, project, pane_id: "%1" };
    store.transact(() => ledger.learn(key, { call: { ...nothing, ...call } }, origin));
    return ledger.of(key)?.over_budget?.name ?? null;
  };
  return { store, ledger, use };
}

describe("budgets", () => {
  it("[UG17] the conversation whose call goes over a budget has it, once a day, also after a restart", () => {
    const { store, use } = open([{ name: "all", usd: 20 }]);
    expect([use("a", 10), use("b", 9), use("a", 1), use("b", 5)]).toEqual([null, null, "all", null]);
    const next = open([{ name: "all", usd: 20 }], store);
    expect([next.use("c", 50), next.use("a", 1)]).toEqual([null, "all"]);
    expect(next.use("c", 50, { at: NOON + DAY_MS })).toBe("all");
    // it is not today's any more in the conversation of yesterday
    expect(next.use("a", 1, { at: NOON + DAY_MS })).toBeNull();
  });

  it("[UG17] a budget counts a project, an account or tokens alone", () => {
    const { use } = open([
      { name: "shop", usd: 10, project: "*/shop" },
      { name: "claude", tokens: 30, agent: "claude" },
    ]);
    expect(use("a", 100, { project: "/w/other" })).toBeNull();
    expect([use("b", 9), use("b", 1)]).toEqual([null, "shop"]);
    const mine = { agent: "claude", project: "/x" };
    expect([use("c", 29, mine), use("c", 1, mine)]).toEqual([null, "claude"]);
  });

  it("[UG17] is in dollars or in tokens, and has a name of its own", () => {
    const read = (...budgets: object[]) => readUsage({ budgets }).ok;
    expect(read({ name: "a", usd: 5 }, { name: "b", tokens: 5, agent: "codex" })).toBe(true);
    expect([read({ name: "a" }), read({ name: "a", usd: 1, tokens: 1 }), read({ usd: 1 })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(read({ name: "a", usd: 5 }, { name: "a", usd: 6 })).toBe(false);
  });
});

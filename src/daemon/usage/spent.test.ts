import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { UsageLedger } from "./usage-ledger.ts";

const KEY = { target: "host", agent: "claude", session_id: "s1" };
const DAY_MS = 86_400_000;
const NOON = new Date(2026, 10, 17, 12).getTime();
const PRICES = [{ model: "opus", from: "2026-01-01", input: 1_000_000, output: 0 }];

function open(prices = PRICES) {
  const store = openMemoryStore();
  const ledger = new UsageLedger({
    store,
    settings: { keep_metadata: 14 * DAY_MS, context_full: 85, usage: { prices, budgets: [] } },
  });
  const origin = (at: number) => ({ at: NOON + at, now: NOON, project: "/w", pane_id: "%1" });
  return {
    store,
    call: (id: string, at: number) => {
      const tokens = { input: 1, cached: 0, cache_written: 0, output: 0, reasoning: 0 };
      const news = { call: { id, model: "opus", ...tokens, cost: null }, context: { used: 1 } };
      store.transact(() => ledger.learn(KEY, news, origin(at)));
    },
    costs: (session_cost: number, at: number) => store.transact(() => ledger.learn(KEY, { session_cost }, origin(at))),
    turn: (at: number) => store.transact(() => ledger.beginTurn(KEY, NOON + at)),
    usage: () => ledger.of(KEY),
    usd: () => {
      const { session, turn, on_day } = ledger.of(KEY) ?? {};
      return [session?.cost.usd, turn?.cost.usd, on_day?.cost.usd];
    },
    inDays: () => store.usage.days("2026-11-17", "2026-11-17").reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  };
}

describe("a cost that is told for the whole conversation", () => {
  it("[UG22] is the cost of its calls, recorded and not computed, in each of the sums", () => {
    const { call, costs, turn, usage, usd, inDays } = open();
    costs(0, 1);
    turn(2);
    call("a", 3);
    costs(0.25, 4);
    call("b", 5);
    costs(0.5, 6);
    expect(usage()?.session.cost).toEqual({ usd: 0.5, computed: false, unpriced_calls: 0 });
    turn(7);
    call("c", 8);
    costs(0.75, 9);
    expect(usd()).toEqual([0.75, 0.25, 0.75]);
    expect(inDays()).toBe(0.75);
  });

  it("[UG22] counts for the turn in which it was spent, even if its call is read later", () => {
    const { call, costs, turn, usd, inDays } = open();
    costs(0, 1);
    turn(2);
    call("a", 3);
    costs(0.25, 4);
    turn(5);
    costs(0.75, 7);
    expect(usd()).toEqual([0.75, 0.5, 0.75]);
    call("b", 6);
    expect(usd()).toEqual([0.75, 0.5, 0.75]);
    expect(inDays()).toBe(0.75);
    // a title, say, has no call of its own
    turn(8);
    costs(0.8, 9);
    turn(10);
    expect(usd()).toEqual([0.8, null, 0.8]);
  });

  it("[UG22] told again or late changes nothing, and an agent that begins again at 0 goes on", () => {
    const { call, costs, usd } = open();
    costs(0, 1);
    call("a", 2);
    costs(0.5, 3);
    costs(0.5, 3);
    costs(0.25, 2);
    expect(usd()[0]).toBe(0.5);
    costs(0.125, 4);
    expect(usd()[0]).toBe(0.625);
  });

  it("[UG22, UG5] calls before it was first told keep their computed cost, or none", () => {
    for (const [prices, usd] of [
      [PRICES, 1.25],
      [[], 0.25],
    ] as const) {
      const { call, costs, usage } = open([...prices]);
      call("a", 1);
      costs(3, 2);
      call("b", 3);
      costs(3.25, 4);
      const isComputed = prices.length > 0;
      expect(usage()?.session.cost).toEqual({ usd, computed: isComputed, unpriced_calls: isComputed ? 0 : 1 });
    }
  });

  it("[UG22] is the same, whichever of calls and costs are read first", () => {
    const steps = fc.array(fc.record({ isCall: fc.boolean(), more: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(steps, fc.boolean(), (given, areCallsFirst) => {
        const { call, costs, usage } = open();
        costs(0, 1);
        const sumUntil = (end: number) =>
          given.slice(0, end).reduce((sum, { isCall, more }) => sum + (isCall ? 0 : more), 0);
        const told = given.map((step, index) => ({ ...step, at: index + 2, sum: sumUntil(index + 1) }));
        const first = told.filter(({ isCall }) => isCall === areCallsFirst);
        const last = told.filter(({ isCall }) => isCall !== areCallsFirst);
        for (const step of [...first, ...last]) step.isCall ? call(`c${step.at}`, step.at) : costs(step.sum, step.at);
        const calls = told.filter(({ isCall }) => isCall).length;
        const cost = { usd: calls === 0 ? undefined : sumUntil(given.length), computed: false, unpriced_calls: 0 };
        expect(usage()?.session.cost.usd).toEqual(cost.usd);
        if (calls > 0) expect(usage()?.session.cost).toEqual(cost);
      }),
      { numRuns: 40 },
    );
  });
});

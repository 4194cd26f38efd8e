import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UsageCall, UsageNews } from "../../core/protocol/events/usage-news.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { UsageLedger } from "./usage-ledger.ts";

const KEY = { target: "host", agent: "claude", session_id: "s1" };
const DAY_MS = 86_400_000;
const NOON = new Date(2026, 10, 17, 12).getTime();
const PRICES = [{ model: "gpt-*", from: "2026-01-01", input: 1, output: 10 }];

function call(id: string, change: Partial<UsageCall> = {}): UsageCall {
  return {
    id,
    model: "m",
    input: 10,
    cached: 0,
    cache_written: 0,
    output: 5,
    reasoning: 0,
    cost: null,
    ...change,
  };
}

const settings = (context_full: number) => ({
  keep_metadata: 14 * DAY_MS,
  context_full,
  usage: { prices: PRICES, budgets: [] },
});

function open(store = openMemoryStore()): { store: Store; ledger: UsageLedger; tell: typeof tell } {
  const ledger = new UsageLedger({ store, settings: settings(85) });
  function tell(news: UsageNews, at = NOON, key = KEY): void {
    store.transact(() => ledger.learn(key, news, { at, now: NOON, project: "/w", pane_id: "%1" }));
  }
  return { store, ledger, tell };
}

describe("UsageLedger", () => {
  it("[UG13] a context is full from the percentage of the setting on, since it last became so", () => {
    const { store, ledger, tell } = open();
    const told: (number | null | undefined)[] = [];
    const fill = (used: number, at: number) => {
      tell({ context: { used, size: 1_000 } }, NOON + at);
      told.push(ledger.of(KEY)?.context?.full_since);
    };
    fill(849, 1);
    fill(850, 2);
    fill(990, 3);
    // compacted, and full again
    fill(200, 4);
    fill(900, 5);
    // an older line that is read late changes nothing
    fill(100, 3);
    expect(told).toEqual([null, NOON + 2, NOON + 2, null, NOON + 5, NOON + 5]);
    const since = (fullPercent: number) =>
      new UsageLedger({ store, settings: settings(fullPercent) }).of(KEY)?.context?.full_since;
    expect([since(85), since(95), since(0)]).toEqual([NOON + 5, null, null]);
  });

  it("[UG2] a call that is told again counts once, with the larger numbers", () => {
    const { ledger, tell } = open();
    tell({ call: call("a", { output: 1 }) });
    tell({ call: call("a", { output: 7 }) });
    tell({ call: call("a", { output: 7 }) });
    tell({ call: call("b") });
    expect(ledger.of(KEY)?.session).toMatchObject({ calls: 2, input: 20, output: 12, total: 32 });
  });

  it("[UG2] lines in any order, repeated and over restarts give the same sums", () => {
    const told = fc.array(
      fc.record({
        id: fc.constantFrom("a", "b", "c", "d"),
        input: fc.nat(1_000),
        output: fc.nat(1_000),
        cost: fc.option(fc.integer({ min: 1, max: 100 })),
        at: fc.constantFrom(NOON, NOON - DAY_MS, NOON - 2 * DAY_MS),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        told.chain((lines) =>
          fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }), fc.subarray(lines)),
        ),
        ([lines, order, again]) => {
          const [one, other] = [open(), open()];
          for (const { at, ...change } of lines) one.tell({ call: call(change.id, change) }, at);
          // as after a restart: nothing is remembered but what is stored
          for (const { at, ...change } of [...order, ...again])
            open(other.store).tell({ call: call(change.id, change) }, at);
          const days = (store: Store) => store.usage.days("2026-01-01", "2026-12-31");
          expect(days(other.store)).toEqual(days(one.store));
          expect(other.ledger.of(KEY)?.session).toEqual(one.ledger.of(KEY)?.session);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("[UG2] where ids are those of one conversation, another one's are others", () => {
    const { ledger, tell } = open();
    const other = { ...KEY, session_id: "s2" };
    tell({ call: call("15", { in_session: true }) });
    tell({ call: call("15", { in_session: true }) }, NOON, other);
    tell({ call: call("copied") });
    tell({ call: call("copied") }, NOON, other);
    expect(ledger.of(KEY)?.session.calls).toBe(2);
    expect(ledger.of(other)?.session.calls).toBe(1);
  });

  it("[UG2] a call that is older than calls are kept is not taken, and one without tokens is none", () => {
    const { ledger, tell } = open();
    tell({ call: call("old") }, NOON - 15 * DAY_MS);
    tell({ call: call("failed", { input: 0, output: 0 }) });
    expect(ledger.of(KEY)).toBeNull();
  });

  it("[UG3] the turn counts from the last prompt, the day is that of the last call", () => {
    const { store, ledger, tell } = open();
    tell({ call: call("a") }, NOON - DAY_MS);
    store.transact(() => ledger.beginTurn(KEY, NOON - 5));
    tell({ call: call("b") }, NOON);
    tell({ call: call("c") }, NOON + 1);
    expect(ledger.of(KEY)).toMatchObject({
      session: { calls: 3 },
      turn: { calls: 2 },
      day: "2026-11-17",
      on_day: { calls: 2, total: 30 },
    });
    store.transact(() => ledger.beginTurn(KEY, NOON + 5));
    expect(ledger.of(KEY)?.turn).toMatchObject({ calls: 0, total: 0 });
  });

  it("[UG4] the context is that of the newest call of the agent itself, with the size that was told last", () => {
    const { ledger, tell } = open();
    tell({ call: call("a"), context: { used: 40, size: 200 } }, NOON);
    tell({ call: call("b"), context: { used: 90 } }, NOON + 2);
    tell({ call: call("c"), context: { used: 50 } }, NOON + 1);
    tell({ call: call("d", { model: "small" }) }, NOON + 3);
    expect(ledger.of(KEY)).toMatchObject({ model: "m", context: { used: 90, size: 200, percent: 45, at: NOON + 2 } });
    tell({ context: { used: 20 } }, NOON + 4, { ...KEY, session_id: "s3" });
    expect(ledger.of({ ...KEY, session_id: "s3" })?.context).toMatchObject({ used: 20, size: null, percent: null });
  });

  it("[UG1, UG5] a call without a model is of the model that was told before", () => {
    const { ledger, tell } = open();
    tell({ model: "gpt-x" });
    tell({ call: call("a", { model: null, input: 1_000_000, output: 0 }) }, NOON + 1);
    expect(ledger.of(KEY)).toMatchObject({
      model: "gpt-x",
      session: { cost: { usd: 1, computed: true, unpriced_calls: 0 } },
    });
  });

  it("[UG7] of an allowance the newest is kept, from whichever pane it came", () => {
    const { store, tell } = open();
    const limit = { window: "5h", resets_at: NOON + 1_000 };
    tell({ limits: [{ ...limit, used_percent: 42.5 }] }, NOON + 10);
    tell({ limits: [{ ...limit, used_percent: 40 }] }, NOON);
    expect(store.usage.limits()).toMatchObject([
      { ...limit, used_percent: 42.5, target: "host", agent: "claude", pane_id: "%1", at: NOON + 10 },
    ]);
  });

  it("[UG8] single calls go after a while, the sums of days stay", () => {
    const { store, ledger, tell } = open();
    tell({ call: call("a") }, NOON - DAY_MS);
    tell({ call: call("b") });
    store.transact(() => store.usage.pruneUsage(NOON - 1, "2026-11-16"));
    ledger.release(KEY);
    expect(store.usage.call({ ...KEY, call_id: "a" })).toBeNull();
    expect(ledger.of(KEY)?.session.calls).toBe(2);
    store.transact(() => store.usage.pruneUsage(NOON - 1, "2026-11-17"));
    ledger.release(KEY);
    expect(ledger.of(KEY)?.session.calls).toBe(1);
  });
});

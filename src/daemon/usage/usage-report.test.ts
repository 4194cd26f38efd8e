import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { UsageLedger } from "./usage-ledger.ts";
import { UsageReport } from "./usage-report.ts";

const NOON = new Date(2026, 10, 17, 12).getTime();
const DAY_MS = 86_400_000;
const PRICES = [{ model: "gpt-x", from: "2026-01-01", input: 1, output: 10 }];
const CALL = { cached: 0, cache_written: 0, output: 0, reasoning: 0, cost: null };

function report(): UsageReport {
  const store = openMemoryStore();
  const ledger = new UsageLedger({
    store,
    settings: { keep_metadata: 14 * DAY_MS, context_full: 85, usage: { prices: PRICES, budgets: [] } },
  });
  const tell = (agent: string, target: string, project: string, id: string, model: string, input: number, at: number) =>
    store.transact(() =>
      ledger.learn(
        { target, agent, session_id: `s-${agent}` },
        { call: { ...CALL, id, model, input } },
        { at, now: NOON, project, pane_id: "%1" },
      ),
    );
  tell("codex", "host", "/w", "a", "gpt-x", 1_000_000, NOON);
  tell("codex", "host", "/w", "b", "gpt-x", 1_000_000, NOON - DAY_MS);
  tell("claude", "vm1", "/w", "c", "opus", 500, NOON);
  return new UsageReport({ store, prices: PRICES, clock: { now: () => NOON } });
}

const rows = (list: ReturnType<UsageReport["list"]>) =>
  list.items.map(({ key, target, calls, total, cost }) => [key, target, calls, total, cost.usd]);

describe("UsageReport", () => {
  it("[UG10] sums by day in their order, by agent, model and folder the largest first", () => {
    const all = report();
    expect(rows(all.list("day"))).toEqual([
      ["2026-11-16", null, 1, 1_000_000, 1],
      ["2026-11-17", null, 2, 1_000_500, 1],
    ]);
    expect(rows(all.list("agent"))).toEqual([
      ["codex", null, 2, 2_000_000, 2],
      ["claude", null, 1, 500, null],
    ]);
    expect(rows(all.list("model")).map(([key]) => key)).toEqual(["gpt-x", "opus"]);
    // the same folder on another machine is another one
    expect(rows(all.list("project"))).toEqual([
      ["/w", "host", 2, 2_000_000, 2],
      ["/w", "vm1", 1, 500, null],
    ]);
    expect(rows(all.list("account"))).toEqual([
      ["codex", "host", 2, 2_000_000, 2],
      ["claude", "vm1", 1, 500, null],
    ]);
    expect(all.list("day").sum).toMatchObject({ calls: 3, cost: { usd: 2, computed: true, unpriced_calls: 1 } });
  });

  it("[UG24] a limit that fills before its reset has a forecast, from what any pane told in the last hour", () => {
    const store = openMemoryStore();
    const all = new UsageReport({ store, prices: PRICES, clock: { now: () => NOON } });
    const limit = { target: "host", agent: "claude", window: "5h", pane_id: "%1", resets_at: NOON + 7_200_000 };
    for (const minutes of [40, 30, 20, 10, 0])
      store.usage.saveLimit({ ...limit, at: NOON - minutes * 60_000, used_percent: 90 - minutes });
    expect(all.list("day").limits).toEqual([
      { ...limit, at: NOON, used_percent: 90, forecast_full_at: NOON + 10 * 60_000 },
    ]);
    // what was told late changes nothing, and a limit that begins anew has none
    store.usage.saveLimit({ ...limit, at: NOON - 1, used_percent: 5 });
    expect(all.list("day").limits[0]?.forecast_full_at).toBe(NOON + 10 * 60_000);
    store.usage.saveLimit({ ...limit, at: NOON, used_percent: 5 });
    expect(all.list("day").limits).toEqual([{ ...limit, at: NOON, used_percent: 5 }]);
  });

  it("[UG10] first and last day are included", () => {
    const all = report();
    expect(all.list("day")).toMatchObject({ since: "2026-10-19", until: "2026-11-17" });
    expect(rows(all.list("day", "2026-11-16", "2026-11-16"))).toHaveLength(1);
    expect(rows(all.today("day"))).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import type { UsageList, Used } from "../../core/protocol/lists/usage.ts";
import { renderUsage, usageCsv } from "./usage.ts";

const NOW = 1_794_900_000_000;
const LOOK = { columns: null, colour: false };

function used(change: Partial<Used> = {}): Used {
  const counts = { calls: 2, input: 1_000, cached: 36_666, cache_written: 0, output: 289, reasoning: 44 };
  return { ...counts, total: 37_999, cost: { usd: null, computed: false, unpriced_calls: 2 }, ...change };
}

function list(change: Partial<UsageList> = {}): UsageList {
  return {
    schema_version: 1,
    generated_at: NOW,
    by: "model",
    since: "2026-10-19",
    until: "2026-11-17",
    items: [
      { key: "gpt-x", target: null, ...used({ cost: { usd: 0.684, computed: true, unpriced_calls: 0 } }) },
      { key: "", target: null, ...used() },
    ],
    sum: used({ calls: 4, cost: { usd: 0.684, computed: true, unpriced_calls: 2 } }),
    limits: [],
    ...change,
  };
}

describe("renderUsage", () => {
  it("[UG10] one line for each, numbers to the right, computed and missing costs marked", () => {
    expect(renderUsage(list(), LOOK).split("\n")).toEqual([
      "MODEL      CALLS  INPUT  CACHED  WRITTEN  OUTPUT  REASONING  TOTAL     COST",
      "gpt-x          2     1k   36.7k        0     289         44    38k   ~$0.68",
      "not known      2     1k   36.7k        0     289         44    38k        -",
      "sum            4     1k   36.7k        0     289         44    38k  ~$0.68+",
      "~ computed by the prices in config.toml",
      "no price is known for 2 calls: [[usage.prices]] in config.toml",
    ]);
  });

  it("[UG7] shows how much of a limit is used and when it resets, as the newest call told it", () => {
    const limit = { target: "host", agent: "codex", pane_id: "%3", at: NOW - 60_000 };
    const limits = [
      { ...limit, window: "5h", used_percent: 42.5, resets_at: NOW + 3_600_000 },
      { ...limit, window: "7d", target: "vm1", used_percent: 100, resets_at: NOW - 1 },
    ];
    expect(renderUsage(list({ items: [], limits }), LOOK).split("\n")).toEqual([
      "no agent has told of any usage since 2026-10-19",
      "",
      "LIMIT            USED   RESETS           TOLD",
      "codex 5h         42.5%  in 1h            1m ago by %3",
      "codex on vm1 7d  100%   has reset since  1m ago by %3",
    ]);
  });

  it("[UG24] says when a limit would be full, and that it is a forecast", () => {
    const told = { target: "vm1", agent: "codex", pane_id: null, at: NOW, window: "5h", used_percent: 42 };
    const fullAt = new Date(2026, 10, 17, 16, 40).getTime();
    const limits = [{ ...told, resets_at: fullAt + 1, forecast_full_at: fullAt }];
    const generated_at = new Date(2026, 10, 17, 12).getTime();
    expect(
      renderUsage(list({ items: [], limits, generated_at }), LOOK)
        .split("\n")
        .at(-1),
    ).toBe("forecast: at this rate codex on vm1 5h is full at 16:40");
  });

  it("[UG10] as comma-separated values it has every count, and names are quoted", () => {
    const items = [{ key: '/w/a,"b"', target: "host", ...used() }];
    expect(usageCsv(list({ by: "project", items })).split("\n")).toEqual([
      "project,target,calls,input,cached,cache_written,output,reasoning,total,cost_usd,cost_computed,unpriced_calls",
      '"/w/a,""b""",host,2,1000,36666,0,289,44,37999,,false,2',
    ]);
    const formula = usageCsv(list({ items: [{ key: "=1+1", target: null, ...used() }] }));
    expect(formula.split("\n")[1]).toMatch(/^'=1\+1,/);
  });
});

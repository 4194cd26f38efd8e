import { describe, expect, it } from "vitest";
import type { UsageBy, UsageItem, UsageList, Used } from "../protocol/lists/usage.ts";
import { gatherUsage } from "./gather-usage.ts";

function used(total: number, usd: number | null = null): Used {
  const counts = { calls: 1, input: total, cached: 0, cache_written: 0, output: 0, reasoning: 0, total };
  return { ...counts, cost: { usd, computed: usd !== null, unpriced_calls: usd === null ? 1 : 0 } };
}

const item = (key: string, total: number, target: string | null = null): UsageItem => ({ key, target, ...used(total) });

function list(by: UsageBy, items: UsageItem[], sum: Used): UsageList {
  const limits = [
    { target: "host", agent: "codex", pane_id: "%1", at: 1, window: "5h", used_percent: 9, resets_at: null },
  ];
  return { schema_version: 1, generated_at: 9, by, since: "2026-11-01", until: "2026-11-17", items, sum, limits };
}

const AWAY = { code: "E_NOT_ALLOWED", message: "it keeps this", details: {} } as const;

describe("gatherUsage", () => {
  it("[FL30] days, agents and models are sums over all members that told theirs; the others are named", () => {
    const own = list("day", [item("2026-11-16", 1), item("2026-11-17", 2)], used(3, 0.1));
    const their = list("day", [item("2026-11-15", 10), item("2026-11-17", 20)], used(30));
    const all = gatherUsage(own, "one", [
      { name: "two", list: their },
      { name: "three", error: AWAY },
    ]);
    expect(all.items.map(({ key, target, total, calls }) => [key, target, total, calls])).toEqual([
      ["2026-11-15", null, 10, 1],
      ["2026-11-16", null, 1, 1],
      ["2026-11-17", null, 22, 2],
    ]);
    expect(all.sum).toMatchObject({ total: 33, cost: { usd: 0.1, computed: true, unpriced_calls: 1 } });
    expect(all.members).toEqual([
      { name: "one", error: null, sum: own.sum },
      { name: "two", error: null, sum: their.sum },
      { name: "three", error: AWAY, sum: null },
    ]);
    expect(all.limits.map(({ target }) => target)).toEqual(["host", "two.host"]);
  });

  it("[FL30] a folder and an account belong to a machine, and members have their sums", () => {
    const own = list("project", [item("/work", 5, "host")], used(5));
    const their = list("project", [item("/work", 7, "host")], used(7));
    expect(gatherUsage(own, "one", [{ name: "two", list: their }]).items).toMatchObject([
      { key: "/work", target: "two.host", total: 7 },
      { key: "/work", target: "host", total: 5 },
    ]);
    const byMember = gatherUsage({ ...own, by: "member" }, "one", [{ name: "two", list: their }]);
    expect(byMember.items.map(({ key, total }) => [key, total])).toEqual([
      ["two", 7],
      ["one", 5],
    ]);
  });
});

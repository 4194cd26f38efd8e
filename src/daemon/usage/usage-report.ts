import { THIS_MACHINE } from "../../core/lists/who.ts";
import type { LimitItem, UsageBy, UsageItem, UsageList } from "../../core/protocol/lists/usage.ts";
import type { ModelPrice } from "../../core/protocol/settings/settings-usage.ts";
import { forecastFull } from "../../core/usage/forecast.ts";
import { sumUsed } from "../../core/usage/sum-used.ts";
import type { Clock } from "../base/clock.ts";
import { dayOf } from "../base/day-of.ts";
import type { Store } from "../store/store.ts";
import type { DailyRow, SampledLimit } from "../store/usage-store.ts";

const DAYS_BEFORE_MS = 29 * 86_400_000;

export interface UsageReportDeps {
  store: Store;
  prices: readonly ModelPrice[];
  clock: Clock;
}

/** Sums of tokens and money over all conversations. */
export class UsageReport {
  private readonly deps: UsageReportDeps;

  constructor(deps: UsageReportDeps) {
    this.deps = deps;
  }

  list(by: UsageBy, since?: string, until?: string): UsageList {
    const { store, prices, clock } = this.deps;
    const now = clock.now();
    const [first, last] = [since ?? dayOf(now - DAYS_BEFORE_MS), until ?? dayOf(now)];
    const rows = store.usage.days(first, last);
    return {
      schema_version: 1,
      generated_at: Math.floor(now),
      by,
      since: first,
      until: last,
      items: itemsBy(by, rows, prices),
      sum: sumUsed(rows, prices),
      limits: store.usage.limits().map((limit) => withForecast(limit, now)),
    };
  }

  today(by: UsageBy): UsageList {
    const day = dayOf(this.deps.clock.now());
    return this.list(by, day, day);
  }
}

function withForecast({ samples, ...limit }: SampledLimit, now: number): LimitItem {
  const forecast_full_at = forecastFull(limit, samples, now);
  return forecast_full_at === null ? limit : { ...limit, forecast_full_at };
}

/** Days in their order, everything else by size. */
function itemsBy(by: UsageBy, rows: readonly DailyRow[], prices: readonly ModelPrice[]): UsageItem[] {
  const groups = new Map<string, { key: string; target: string | null; rows: DailyRow[] }>();
  for (const row of rows) {
    const key = by === "account" ? row.agent : by === "member" ? THIS_MACHINE : row[by];
    const target = by === "project" || by === "account" ? row.target : null;
    const name = JSON.stringify([key, target]);
    const group = groups.get(name) ?? { key, target, rows: [] };
    group.rows.push(row);
    groups.set(name, group);
  }
  const items = [...groups.values()].map(({ key, target, rows: own }) => ({ key, target, ...sumUsed(own, prices) }));
  const inOrder = (a: UsageItem, b: UsageItem) => (a.key < b.key ? -1 : 1);
  return items.sort(by === "day" ? inOrder : (a, b) => b.total - a.total || inOrder(a, b));
}

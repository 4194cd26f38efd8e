import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { UsageItem, UsageList, Used } from "../../../core/protocol/lists/usage.ts";
import { PaneUsageWords } from "../../pane/pane-usage.tsx";
import { LimitRows } from "./limit-rows.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageTable } from "./usage-table.tsx";

const NOW = new Date(2026, 10, 17, 12).getTime();

function used(total: number, usd: number | null = null): Used {
  const counts = { calls: 1, input: total / 2, cached: total / 2, cache_written: 0, output: 0, reasoning: 0, total };
  return { ...counts, cost: { usd, computed: usd !== null, unpriced_calls: usd === null ? 1 : 0 } };
}

const item = (key: string, total: number, usd?: number): UsageItem => ({ key, target: null, ...used(total, usd) });

describe("usage on the page", () => {
  it("[UG12] the largest bar fills the chart, its cached part is apart, and each says its figures", () => {
    const html = renderToStaticMarkup(
      <UsageChart items={[item("2026-11-16", 1_000), item("2026-11-17", 2_000, 0.5)]} title="Tokens by day" />,
    );
    expect(html).toContain('role="img" aria-label="Tokens by day"');
    expect(html).toContain("<title>2026-11-16: 1k tokens</title>");
    expect(html).toContain("<title>2026-11-17: 2k tokens, ~$0.50</title>");
    const heights = [...html.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([30, 30, 60, 60]);
  });

  it("[UG12] a chart without any tokens is empty, and one of very many has the last 60", () => {
    expect(renderToStaticMarkup(<UsageChart items={[item("x", 0)]} title="t" />)).toContain('height="0"');
    const many = Array.from({ length: 100 }, (_, n) => item(`d${n}`, 10));
    const html = renderToStaticMarkup(<UsageChart items={many} title="t" />);
    expect(html.match(/<g>/g)).toHaveLength(60);
    expect(html).toContain("d99:");
  });

  it("[UG12] the table has every figure, and text from agents stays text", () => {
    const list: UsageList = {
      schema_version: 1,
      generated_at: NOW,
      by: "model",
      since: "2026-11-17",
      until: "2026-11-17",
      items: [item("<b>x</b>", 36_700), item("", 10)],
      sum: used(36_710, 1),
      limits: [],
    };
    const html = renderToStaticMarkup(<UsageTable list={list} />);
    expect(html).toContain('<th scope="row">&lt;b&gt;x&lt;/b&gt;</th>');
    expect(html).toContain('<td>–</td><td title="36700">36.7k</td>');
    expect(html).toContain('<th scope="row">not known</th>');
    expect(html).toMatch(/<tfoot>.*Sum.*~\$1\.00.*<\/tfoot>/);
  });

  it("[UG12, UG24] a limit says how much is used, when it resets, and the forecast", () => {
    const limit = { target: "host", agent: "codex", pane_id: "%1", at: NOW, window: "5h", used_percent: 42.5 };
    const html = (resets_at: number | null) =>
      renderToStaticMarkup(<LimitRows limits={[{ ...limit, resets_at }]} now={NOW} />);
    expect(html(NOW + 3_600_000)).toContain("resets 13:00; told 12:00");
    expect(html(NOW - 1)).toContain("has reset since; told 12:00");
    expect(html(null)).toContain("codex, 5h");
    const forecast_full_at = NOW + 1_800_000;
    expect(
      renderToStaticMarkup(
        <LimitRows limits={[{ ...limit, resets_at: NOW + 3_600_000, forecast_full_at }]} now={NOW} />,
      ),
    ).toContain("resets 13:00; told 12:00; forecast: at this rate full at 12:30");
  });

  it("[UG12] an open pane says its context, turn and conversation", () => {
    const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
    const day = "2026-11-17";
    const usage = {
      session_id: "s",
      model: "m",
      session: used(2_000, 1),
      turn: used(10),
      day,
      on_day: used(5),
      context,
    };
    expect(renderToStaticMarkup(<PaneUsageWords usage={usage} />)).toContain(
      "context ▮▮▮▯▯ 55% · turn 10 tok · conversation ~$1.00",
    );
    expect(renderToStaticMarkup(<PaneUsageWords usage={null} />)).toBe("");
  });
});

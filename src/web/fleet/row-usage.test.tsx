import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { PaneUsage, Used } from "../../core/protocol/lists/usage.ts";
import { RowUsage, usageTitle } from "./row-usage.tsx";

const TODAY = "2026-11-17";

function usage(change: Partial<PaneUsage> = {}): PaneUsage {
  const counts = { calls: 1, input: 5, cached: 0, cache_written: 0, output: 0, reasoning: 0, total: 5 };
  const used: Used = { ...counts, cost: { usd: 1.2, computed: false, unpriced_calls: 0 } };
  const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
  return { session_id: "s", model: "m", session: used, turn: used, day: TODAY, on_day: used, context, ...change };
}

const html = (given: PaneUsage | null) => renderToStaticMarkup(<RowUsage pane={{ usage: given }} today={TODAY} />);

describe("usage in a row", () => {
  it("[UG25] a bar of the context, and what today cost", () => {
    expect(html(usage())).toContain('<span style="width:55%"></span></span>55%</span><span class="spent-today">$1.20');
    expect(usageTitle({ pane: { usage: usage() }, today: TODAY })).toBe("context 110k of 200k; today $1.20");
  });

  it("[UG25] tokens where the size is not known, nothing of another day, and nothing where nothing was told", () => {
    const context = { used: 110_000, size: null, percent: null, full_since: null, at: 1 };
    expect(html(usage({ context, day: "2026-11-16" }))).toBe('<span class="context-words">110k</span>');
    expect(usageTitle({ pane: { usage: usage({ context }) }, today: "2026-11-18" })).toBe("context 110k");
    expect(html(null)).toBe("");
    expect(usageTitle({ pane: { usage: null }, today: TODAY })).toBe("");
  });

  it("[UG25] a context that is more than full fills the bar and no more", () => {
    const context = { used: 300, size: 200, percent: 150, full_since: null, at: 1 };
    expect(html(usage({ context }))).toContain('style="width:100%"></span></span>150%');
  });
});

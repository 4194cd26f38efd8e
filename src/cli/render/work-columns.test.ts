import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { testEnvelope, testPane } from "../../../test/support/test-pane.ts";
import { displayWidth } from "../../core/text/width.ts";
import { renderPanes } from "./panes.ts";
import { workColumns } from "./work-columns.ts";

const working = testFleet().panes.filter(({ doing }) => doing !== null);
const heads = (room: number, items = working) => workColumns(items, room, "2026-11-17").map(([head]) => head);

describe("columns of what agents work on", () => {
  it("[LS23] the less room, the fewer: directory goes first, then last words, branch, task and tool", () => {
    expect(heads(1_000)).toEqual(["TOOL", "TASK", "BRANCH", "LAST WORDS", "DIRECTORY"]);
    const seen = new Set(Array.from({ length: 200 }, (_, room) => heads(room).join(",")));
    expect([...seen]).toEqual([
      "",
      "TOOL",
      "TOOL,TASK",
      "TOOL,TASK,BRANCH",
      "TOOL,TASK,BRANCH,LAST WORDS",
      "TOOL,TASK,BRANCH,LAST WORDS,DIRECTORY",
    ]);
    expect(heads(-5)).toEqual([]);
    const [tool = []] = workColumns(working, 20, "2026-11-17");
    expect(tool).toEqual(["TOOL", "Bash: cargo build…"]);
    expect(heads(15)).toEqual([]);
  });

  it("[LS23] a column without content is left out, and so are words that the message repeats", () => {
    const [item] = working;
    const doing = item?.doing ?? null;
    const idle = testPane({}, { doing: doing && { ...doing, tool: null }, message: "I look at the errors first." });
    expect(heads(1_000, [idle])).toEqual(["TASK", "BRANCH", "DIRECTORY"]);
    expect(heads(1_000, [testPane({})])).toEqual([]);
  });

  it("[UG9] how full the context is, and what was used today, come first", () => {
    const tokens = { input: 10, cached: 0, cache_written: 0, output: 5, reasoning: 0, calls: 1, total: 15 };
    const used = { ...tokens, cost: { usd: 0.684, computed: false, unpriced_calls: 0 } };
    const context = { used: 90, size: 200, percent: 45, full_since: null, at: 1 };
    const usage = { session_id: "s", model: "m", session: used, turn: used, day: "2026-11-17", on_day: used, context };
    const item = testPane({}, { doing: working[0]?.doing ?? null, usage });
    const cells = (today: string) => workColumns([item], 60, today).slice(0, 2);
    expect(cells("2026-11-17")).toEqual([
      ["CONTEXT", "▮▮▯▯▯ 45%"],
      ["TODAY", "$0.68"],
    ]);
    expect(cells("2026-11-18")[1]?.[0]).toBe("TOOL");
  });

  it("[LS23, LS7] a table with them fits; into a pipe it has none of them", () => {
    const list = { ...testEnvelope(1), items: working };
    const render = (columns: number | null) => renderPanes(list, { columns, colour: false, symbols: false });
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 300 }), (columns) => {
        for (const line of render(columns).split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
    expect(render(160)).toMatch(/PANE +TOOL +.*MESSAGE\n.*Bash: cargo build --workspace .*Compiling/);
    expect(render(null)).not.toContain("TOOL");
  });
});

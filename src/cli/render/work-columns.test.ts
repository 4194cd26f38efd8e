import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { testEnvelope, testPane } from "../../../test/support/test-pane.ts";
import { displayWidth } from "../../core/text/width.ts";
import { renderPanes } from "./panes.ts";
import { workColumns } from "./work-columns.ts";

const working = testFleet().panes.filter(({ doing }) => doing !== null);
const heads = (room: number, items = working) => workColumns(items, room).map(([head]) => head);

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
    const [tool = []] = workColumns(working, 20);
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

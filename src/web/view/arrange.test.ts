import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { Attention } from "../../core/protocol/attention.ts";
import { arrange } from "./arrange.ts";

function attention(raised_at: number): Attention {
  return { attention_id: `a${raised_at}`, kind: "input", label: "", message: "", source: "agent", raised_at };
}

describe("arrange", () => {
  it("[WB10] panes with open attention come first, the longest waiting on top", () => {
    const late = testPane({ pane_id: "%1" }, { attention: attention(200) });
    const early = testPane({ pane_id: "%2", session_name: "zoo" }, { attention: attention(100) });
    const shell = testPane({ pane_id: "%3" }, { attention: attention(150), agent: null });
    expect(arrange([late, early, shell])).toEqual({ needsYou: [early, shell, late], groups: [], withoutAgent: [] });
  });

  it("[WB11] the others are grouped by target/session, in the order of their windows and panes", () => {
    const a = testPane({ pane_id: "%1", target: "vm1", session_name: "api" }, { window_index: 10 });
    const b = testPane({ pane_id: "%2", target: "vm1", session_name: "api" }, { window_index: 2, pane_index: 1 });
    const c = testPane({ pane_id: "%3", target: "vm1", session_name: "api" }, { window_index: 2 });
    const d = testPane({ pane_id: "%4", target: "host", session_name: "web" });
    expect(arrange([a, b, c, d]).groups).toEqual([
      { name: "host/web", panes: [d] },
      { name: "vm1/api", panes: [c, b, a] },
    ]);
  });

  it("[WB12] panes without an agent are set apart", () => {
    const shell = testPane({}, { agent: null });
    expect(arrange([shell])).toEqual({ needsYou: [], groups: [], withoutAgent: [shell] });
  });

  it("[WB13] every pane is shown exactly once, whatever order they come in", () => {
    const pane = fc.record({
      n: fc.nat(),
      session: fc.constantFrom("a", "b"),
      hasAgent: fc.boolean(),
      waits: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(pane, { selector: ({ n }) => n }), (specs) => {
        const panes = specs.map(({ n, session, hasAgent, waits }) =>
          testPane(
            { pane_id: `%${n}`, session_name: session },
            { pane_index: n, agent: hasAgent ? "generic" : null, attention: waits ? attention(n) : null },
          ),
        );
        const arrangement = arrange(panes);
        const { needsYou, groups, withoutAgent } = arrangement;
        const shown = [...needsYou, ...groups.flatMap((group) => group.panes), ...withoutAgent];
        expect(new Set(shown)).toEqual(new Set(panes));
        expect(shown).toHaveLength(panes.length);
        expect(arrange(panes.toReversed())).toEqual(arrangement);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { arrange, GROUPINGS, longestWaiting } from "./arrange.ts";

describe("longestWaiting", () => {
  it("[WB10, UI1] panes with open attention, the longest waiting first, whether or not an agent is known there", () => {
    const late = testPane({ pane_id: "%1" }, asking(200));
    const early = testPane({ pane_id: "%2", session_name: "zoo" }, asking(100));
    const shell = testPane({ pane_id: "%3" }, { ...asking(150), agent: null });
    const busy = testPane({ pane_id: "%4" });
    expect(longestWaiting([late, busy, early, shell])).toEqual([early, shell, late]);
  });
});

describe("arrange", () => {
  it("[WB11] panes are grouped by target/session, in the order of their windows and panes", () => {
    const a = testPane({ pane_id: "%1", target: "vm1", session_name: "api" }, { window_index: 10 });
    const b = testPane({ pane_id: "%2", target: "vm1", session_name: "api" }, { window_index: 2, pane_index: 1 });
    const c = testPane({ pane_id: "%3", target: "vm1", session_name: "api" }, { window_index: 2, ...asking(1) });
    const d = testPane({ pane_id: "%4", target: "host", session_name: "web" });
    expect(arrange([a, b, c, d]).groups).toEqual([
      { name: "host/web", panes: [d] },
      { name: "vm1/api", panes: [c, b, a] },
    ]);
  });

  it("[UI4] or by session name across targets, by agent, or by state", () => {
    const here = testPane({ pane_id: "%1", session_name: "api" }, { agent: "claude", state: "running" });
    const there = testPane({ pane_id: "%2", target: "vm1", session_name: "api" }, { agent: "codex", state: "idle" });
    const names = GROUPINGS.map((grouping) => arrange([there, here], grouping).groups.map(({ name }) => name));
    expect(names).toEqual([["host/api", "vm1/api"], ["api"], ["claude", "codex"], ["idle", "running"]]);
  });

  it("[WB12] panes without an agent and without open attention are set apart", () => {
    const shell = testPane({}, { agent: null });
    expect(arrange([shell])).toEqual({ groups: [], withoutAgent: [shell] });
  });

  it("[WB13] every pane is shown exactly once, whatever order they come in", () => {
    const pane = fc.record({
      n: fc.nat(),
      session: fc.constantFrom("a", "b"),
      hasAgent: fc.boolean(),
      waits: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(pane, { selector: ({ n }) => n }),
        fc.constantFrom(...GROUPINGS),
        (specs, grouping) => {
          const panes = specs.map(({ n, session, hasAgent, waits }) =>
            testPane(
              { pane_id: `%${n}`, session_name: session },
              { pane_index: n, agent: hasAgent ? "generic" : null, ...(waits && asking(n)) },
            ),
          );
          const arrangement = arrange(panes, grouping);
          const shown = [...arrangement.groups.flatMap((group) => group.panes), ...arrangement.withoutAgent];
          expect(new Set(shown)).toEqual(new Set(panes));
          expect(shown).toHaveLength(panes.length);
          expect(arrange(panes.toReversed(), grouping)).toEqual(arrangement);
        },
      ),
    );
  });
});

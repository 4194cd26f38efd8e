import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { arrange, byShelf, GROUPINGS, longestWaiting } from "./arrange.ts";

describe("longestWaiting", () => {
  it("[UI1] panes with open attention, the longest waiting first, whether or not an agent is known there", () => {
    const late = testPane({ pane_id: "%1" }, asking(200));
    const early = testPane({ pane_id: "%2", session_name: "zoo" }, asking(100));
    const shell = testPane({ pane_id: "%3" }, { ...asking(150), agent: null });
    const busy = testPane({ pane_id: "%4" });
    expect(longestWaiting([late, busy, early, shell])).toEqual([early, shell, late]);
  });
});

describe("byShelf", () => {
  it("[UI30] what blocks first, longest waiting first, then what is to check, then what is done, newest first", () => {
    const raised = (n: number, kind: AttentionKind, at: number) => {
      const { attention } = asking(at);
      return testPane({ pane_id: `%${n}` }, { attention: attention ? { ...attention, kind } : null });
    };
    const panes = [
      raised(1, "done", 100),
      raised(2, "done", 200),
      raised(3, "testing", 50),
      raised(4, "error", 300),
      raised(5, "approval", 250),
      testPane({ pane_id: "%6" }),
      testPane({ pane_id: "%7" }, { ...asking(1), shelf: null, snoozed_until: 9 }),
    ];
    expect(byShelf(panes).map(({ identity }) => identity.pane_id)).toEqual(["%5", "%4", "%3", "%2", "%1"]);
  });
});

describe("arrange", () => {
  it("[UI35] by state, the most urgent come first", () => {
    const states = ["idle", "running", "completed", "waiting_approval", "error", "unknown", "waiting_input"] as const;
    const panes = states.map((state, n) => testPane({ pane_id: `%${n}` }, { state }));
    expect(arrange(panes, "state").groups.map(({ name }) => name)).toEqual([
      "wants approval",
      "asks",
      "error",
      "running",
      "done",
      "idle",
      "unknown",
    ]);
  });

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
    expect(names).toEqual([["host/api", "vm1/api"], ["api"], ["claude", "codex"], ["running", "idle"]]);
  });

  it("[WB11] panes without an agent and without open attention are set apart", () => {
    const shell = testPane({}, { agent: null });
    expect(arrange([shell])).toEqual({ groups: [], withoutAgent: [shell] });
  });

  it("[WB11] every pane is shown exactly once, whatever order they come in", () => {
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

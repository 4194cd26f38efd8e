import fc from "fast-check";
import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { RunningSummary, summarize } from "./summarize.ts";

const item = fc.record({
  pane: fc.integer({ min: 0, max: 4 }),
  target: fc.constantFrom("host", "vm1"),
  agent: fc.constantFrom("one", "two", null),
  state: fc.constantFrom("running" as const, "unknown" as const, "error" as const),
  shelf: fc.constantFrom("blocked" as const, null),
  isGone: fc.boolean(),
});

it("[FL14] what is counted change by change is what is counted anew", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (changes) => {
      const [panes, running] = [new Map<number, PaneItem>(), new RunningSummary()];
      for (const { pane, target, isGone, ...more } of changes) {
        const before = panes.get(pane) ?? null;
        const after = isGone ? null : testPane({ target, pane_id: `%${pane}` }, more);
        running.replace(before, after);
        if (after === null) panes.delete(pane);
        else panes.set(pane, after);
        expect(running.now()).toEqual(summarize(panes.values()));
      }
    }),
  );
});

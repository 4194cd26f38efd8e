import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReasonCode, STATE_PRECEDENCE } from "../base/state.ts";
import { AttentionKind, attentionOf } from "./attention.ts";
import { compareShelved, labelOf, SHELVES, type Shelved, shelfOf, shelfPlaceOf } from "./shelves.ts";

const pane: fc.Arbitrary<Shelved> = fc.record({
  state: fc.constantFrom(...STATE_PRECEDENCE),
  reason_code: fc.constantFrom(null, ...ReasonCode.options),
  attention: fc.option(fc.record({ kind: fc.constantFrom(...AttentionKind.options), raised_at: fc.nat(9) })),
  snoozed_until: fc.option(fc.nat()),
});

describe("shelfOf", () => {
  it("[AT11] every kind of attention has its shelf, and what is snoozed or not asked has none", () => {
    const shelves = AttentionKind.options.map((kind) => [
      kind,
      shelfOf({ attention: { kind, raised_at: 1 }, snoozed_until: null }),
    ]);
    expect(Object.fromEntries(shelves)).toEqual({
      approval: "blocked",
      input: "blocked",
      error: "blocked",
      stalled: "check",
      testing: "check",
      review: "check",
      limited: "blocked",
      budget: "check",
      context: "check",
      done: "done",
    });
    fc.assert(
      fc.property(pane, (each) => {
        expect(shelfOf(each) === null).toBe(each.attention === null || each.snoozed_until !== null);
      }),
    );
  });
});

describe("labelOf", () => {
  it("[AT13] there is always a word, and a state is called as the attention that it raises", () => {
    fc.assert(
      fc.property(pane, (each) => {
        expect(labelOf(each)).toMatch(/^[a-z]+( [a-z]+)*\??$/);
      }),
    );
    for (const state of STATE_PRECEDENCE) {
      const kind = attentionOf(state);
      const attention = kind === null ? null : { kind, raised_at: 1 };
      expect(labelOf({ state, reason_code: null, attention })).toBe(
        labelOf({ state, reason_code: null, attention: null }),
      );
    }
  });

  it("[AT13] open attention says more than the state, and an unknown state says why where a word does", () => {
    const attention = { kind: "testing", raised_at: 1 } as const;
    expect(labelOf({ state: "completed", reason_code: null, attention })).toBe("please test");
    expect(labelOf({ state: "running", reason_code: null, attention: { ...attention, kind: "stalled" } })).toBe(
      "stuck?",
    );
    const unknown = (reason_code: Shelved["reason_code"]) =>
      labelOf({ state: "unknown", reason_code, attention: null });
    expect([unknown("no_agent"), unknown("suspended"), unknown("target_unreachable"), unknown("no_signal")]).toEqual([
      "no agent",
      "suspended",
      "out of reach",
      "unknown",
    ]);
  });
});

describe("compareShelved", () => {
  it("[LS19] by shelf; the longest waiting first, but of what is done the newest; on no shelf last", () => {
    fc.assert(
      fc.property(fc.array(pane), (panes) => {
        const places = panes.map(shelfPlaceOf).sort(compareShelved);
        for (const [at, next] of places.slice(1).entries()) {
          const before = places[at] ?? null;
          if (next === null) continue;
          if (before === null) throw new Error("on no shelf before one that is");
          const steps = SHELVES.indexOf(next.shelf) - SHELVES.indexOf(before.shelf);
          expect(steps).toBeGreaterThanOrEqual(0);
          const waited = next.raisedAt - before.raisedAt;
          if (steps === 0) expect(next.shelf === "done" ? -waited : waited).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { events, moments, resolve, runs, SPAN_MS } from "./random-events.ts";
import { begin, busy, foldAll, look, stop, typed } from "./test-events.ts";

const unchanged = (at: number, changed_at: number) => look("daemon", at, "busy", { unchanged: true, changed_at });
const sinceAt = (now: number, ...events: ReturnType<typeof look>[]) => resolve(foldAll(events), now).nothing_new_since;

describe("an agent that works, and of which nothing new comes", () => {
  it("[EN41] has nothing_new_since, and stays running without a call, even while its levels show work", () => {
    const file = look("session_file", 30_000, "busy", { changed_at: 1_100 });
    const found = resolve(foldAll([begin(1_000), file, unchanged(30_000, 2_000)]), 31_000);
    expect(found).toMatchObject({ state: "running", confidence: "high", attention: null, nothing_new_since: 2_000 });
    expect(found.evidence).toContainEqual(expect.objectContaining({ source: "daemon", verdict: "agrees" }));
  });

  it("[EN41] any event, turn of a level or key ends it at once", () => {
    const still = [begin(1_000), unchanged(30_000, 2_000)];
    expect(sinceAt(31_000, ...still)).toBe(2_000);
    expect(sinceAt(31_000, ...still, busy(30_500, { subject: "t" }))).toBeNull();
    expect(sinceAt(31_000, ...still, look("title", 30_500, "busy", { changed_at: 30_500 }))).toBeNull();
    expect(sinceAt(31_000, ...still, typed(30_500))).toBeNull();
    // without work there is nothing to wait for
    expect(sinceAt(32_000, ...still, stop(30_500))).toBeNull();
  });

  it("[EN41, EN16] holds only while its screen is looked at", () => {
    expect(sinceAt(44_999, begin(1_000), unchanged(30_000, 2_000))).toBe(2_000);
    expect(sinceAt(45_000, begin(1_000), unchanged(30_000, 2_000))).toBeNull();
  });

  it("[EN41, EN3] changes only nothing_new_since, and only of running agents, among any events", () => {
    const looks = fc
      .record({ at: fc.nat(SPAN_MS), back: fc.nat(SPAN_MS) })
      .map(({ at, back }) => unchanged(at, Math.max(0, at - back)));
    // a source that mixes its numbering is void
    const plain = events.map((all) => all.filter(({ source }) => source !== "daemon"));
    fc.assert(
      fc.property(plain, fc.array(looks, { minLength: 1, maxLength: 4 }), (all, seen) => {
        for (const now of moments) {
          const { evidence: _, revisit_at: _at, nothing_new_since: never, ...without } = resolve(foldAll(all), now);
          const found = resolve(foldAll([...seen, ...all]), now);
          const { evidence: __, revisit_at: __at, nothing_new_since: since, ...shown } = found;
          expect([shown, never]).toEqual([without, null]);
          if (since !== null) expect(shown.state).toBe("running");
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

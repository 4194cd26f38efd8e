import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClassifier } from "./engine-config.ts";
import { events, moments, resolve, runs, SPAN_MS } from "./random-events.ts";
import type { RuntimeFold } from "./runtime-fold.ts";
import { ask, begin, ended, foldAll, look, stop } from "./test-events.ts";

const stopped = (at: number, changed_at = at) => look("process", at, "rest", { suspended: true, changed_at });
const goesOn = (at: number, changed_at = at) => look("process", at, "rest", { suspended: false, changed_at });

describe("a process that is stopped", () => {
  it("[EN40] is unknown with reason suspended and calls nobody; when it goes on, the evidence decides again", () => {
    const works = [begin(1_000), stopped(5_000)];
    expect(resolve(foldAll(works), 6_000)).toMatchObject({
      state: "unknown",
      reason_code: "suspended",
      since: 5_000,
      source: "process",
      attention: null,
      nudge_seq: 0,
      because: expect.stringContaining("fg"),
    });
    expect(resolve(foldAll([...works, goesOn(8_000)]), 9_000)).toMatchObject({ state: "running", reason_code: null });
    expect(resolve(foldAll([...works, stop(8_500), goesOn(8_000)]), 9_600).state).toBe("completed");
  });

  it("[EN40, AT4] leaves open what was asked, with its words and its name", () => {
    const asked = [begin(1_000), ask(2_000, { message: "rm -rf build" })];
    const before = resolve(foldAll(asked), 3_000);
    const { state, reason_code, attention, nudge_seq, message } = resolve(foldAll([...asked, stopped(4_000)]), 5_000);
    expect([state, reason_code, attention, nudge_seq]).toEqual([
      "unknown",
      "suspended",
      before.attention,
      before.nudge_seq,
    ]);
    expect(message).toBe("");
  });

  it("[EN40, EN33] is never called stalled", () => {
    const frozen = look("rules", 20_000, "busy", { stalled: true, message: "nothing moves" });
    expect(resolve(foldAll([begin(1_000), frozen]), 20_500).attention?.kind).toBe("stalled");
    expect(resolve(foldAll([begin(1_000), frozen, stopped(19_000)]), 20_500).attention).toBeNull();
    // silence starts over when it continues
    const continued = [begin(1_000), stopped(2_000), goesOn(19_000), frozen];
    expect(resolve(foldAll(continued), 20_500)).toMatchObject({ state: "running", attention: null });
  });

  it("[EN40, EN16] counts only while it is looked at, and not after the runtime's end", () => {
    expect(resolve(foldAll([begin(1_000), stopped(2_000)]), 16_999).reason_code).toBe("suspended");
    expect(resolve(foldAll([begin(1_000), stopped(2_000)]), 17_000).state).toBe("running");
    expect(resolve(foldAll([begin(1_000), stopped(2_000), ended(3_000)]), 4_000).reason_code).toBe("runtime_ended");
  });

  it("[EN40, EN3] hides only the state, not attention or nudge_seq, among any events in any order", () => {
    const process = fc
      .record({ at: fc.nat(SPAN_MS), back: fc.nat(SPAN_MS), suspended: fc.boolean() })
      .map(({ at, back, suspended }) => look("process", at, "rest", { suspended, changed_at: Math.max(0, at - back) }));
    // classifiers assume a working agent; a source that mixes its numbering is void
    const plain = events.map((all) => all.filter(({ source }) => !isClassifier(source) && source !== "process"));
    fc.assert(
      fc.property(plain, fc.array(process, { minLength: 1, maxLength: 4 }), (all, looks) => {
        const newest = looks.reduce((a, b) =>
          (b.event_time - a.event_time || (b.event_id < a.event_id ? -1 : 1)) > 0 ? b : a,
        );
        const isSuspended = newest.evidence.kind === "level" && newest.evidence.suspended === true;
        for (const now of moments.filter((moment) => moment >= newest.event_time)) {
          const without = standing(foldAll(all), now);
          const found = standing(foldAll([...looks, ...all]), now);
          const isFresh = now - newest.event_time < 15_000;
          if (!isSuspended || !isFresh) expect(found).toEqual(without);
          else
            expect([found.state, found.reason_code, found.attention, found.nudge_seq]).toEqual([
              "unknown",
              "suspended",
              without.attention,
              without.nudge_seq,
            ]);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Everything except what describes the readings themselves; a continued process is new (EN41). */
function standing(fold: RuntimeFold, now: number) {
  const { evidence: _, revisit_at: _at, nothing_new_since: _since, ...shown } = resolve(fold, now);
  return shown;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectSame, runs } from "./random-events.ts";
import { replay } from "./replay.ts";

const T0 = 1_700_000_000_000;
type Written = Record<string, unknown>;

const lines = (...events: readonly Written[]) => events.map((event) => JSON.stringify(event)).join("\n");
const hook = (at: number, state: string, extra: Written = {}): Written => ({
  source: "hook",
  pane_id: "%1",
  runtime_id: "r1",
  event_time: T0 + at,
  state,
  ...extra,
});

describe("replay", () => {
  it("[CL11] folds a file into an empty store and tells each runtime's state with its reasons", () => {
    const text = lines(hook(0, "running", { begin: true }), hook(5_000, "completed"), {
      source: "marker",
      pane_id: "%2",
      event_type: "needs_input",
      event_time: T0 + 6_000,
      message: "Which one?",
    });
    const result = replay(text, T0 + 7_000);
    expect(result).toMatchObject({ schema_version: 1, at: T0 + 7_000, folded: 3, duplicates: 0, later: 0 });
    expect(result.states).toMatchObject([
      { runtime_id: "r1", pane_id: "%1", pane_epoch: 1, current: true, events: 2, state: "completed", source: "hook" },
      { pane_id: "%2", state: "waiting_input", message: "Which one?", attention: { kind: "input" }, source: "marker" },
    ]);
    for (const state of result.states) {
      expect(state.because).not.toBe("");
      expect(state.evidence.filter((piece) => piece.verdict === "decides")).toHaveLength(1);
    }
  });

  it("[CL11] without a time it tells what holds after the last event", () => {
    expect(replay(lines(hook(0, "running"), hook(9_000, "completed")), null).at).toBe(T0 + 9_000);
    expect(replay("", null)).toMatchObject({ at: 0, folded: 0, states: [] });
  });

  it("[CL11] a time in the past leaves later events out, as a daemon of that time would have", () => {
    const text = lines(hook(0, "running", { begin: true }), hook(5_000, "completed"));
    const past = replay(text, T0 + 1_000);
    expect(past).toMatchObject({ folded: 1, later: 1 });
    expect(past.states[0]).toMatchObject({ state: "running", events: 1 });
    expect(past.states).toEqual(replay(lines(hook(0, "running", { begin: true })), T0 + 1_000).states);
  });

  it("[CL11] a time in the future lets evidence age", () => {
    const text = lines(hook(0, "running", { begin: true }));
    expect(replay(text, T0 + 1_799_999).states[0]).toMatchObject({ state: "running" });
    expect(replay(text, T0 + 1_800_000).states[0]).toMatchObject({ state: "unknown" });
  });

  it("[EV7] of two events with one key the first in the file stays", () => {
    const text = lines(
      hook(0, "running", { dedupe_key: "k" }),
      hook(1_000, "error", { dedupe_key: "k" }),
      hook(1_000, "running", { dedupe_key: "k", source: "plugin" }),
    );
    const result = replay(text, T0 + 2_000);
    expect(result).toMatchObject({ folded: 2, duplicates: 1 });
    expect(result.states[0]).toMatchObject({ state: "running", events: 2 });
  });

  it("[EV7] replaying a file twice gives the same as once", () => {
    const text = lines(hook(0, "running", { begin: true }), hook(1_000, "waiting_approval", { subject: "t" }));
    const twice = replay(`${text}\n${text}`, T0 + 2_000);
    expect(twice.duplicates).toBe(2);
    expect(twice.states).toEqual(replay(text, T0 + 2_000).states);
  });

  it("[EV8] a line that does not parse is reported with its number, and the lines around it still count", () => {
    const text = [
      JSON.stringify(hook(0, "running", { begin: true })),
      "",
      "{not json",
      '{"source":"rumour","event_time":5}',
      "[1,2]",
      JSON.stringify(hook(5_000, "completed")),
    ].join("\r\n");
    const result = replay(text, T0 + 6_000);
    expect(result.rejected).toEqual([
      { line: 3, fault: expect.stringContaining("not JSON") },
      { line: 4, fault: expect.stringContaining("source") },
      { line: 5, fault: "an event is a JSON object" },
    ]);
    expect(result.states[0]).toMatchObject({ state: "completed", events: 2 });
  });

  it("[EN4] a late event of an ended runtime does not change the one that lives in the pane now", () => {
    const newer = [
      hook(20_000, "running", { runtime_id: "new", begin: true }),
      hook(21_000, "running", { runtime_id: "new" }),
    ];
    const older = [
      hook(0, "running", { runtime_id: "old", begin: true }),
      { source: "process", pane_id: "%1", runtime_id: "old", event_time: T0 + 10_000, kind: "ended", exit_code: 0 },
    ];
    const late = hook(30_000, "error", { runtime_id: "old", message: "too late" });
    const state = (events: readonly Written[], id: string) =>
      replay(lines(...events), T0 + 31_000).states.find((each) => each.runtime_id === id);
    const before = state([...older, ...newer], "new");
    expect(before).toMatchObject({ state: "running", pane_epoch: 2, current: true });
    expect(state([...older, ...newer, late], "new")).toEqual(before);
    expect(state([late, ...newer, ...older], "new")).toEqual(before);
    expect(state([...older, ...newer, late], "old")).toMatchObject({ pane_epoch: 1, current: false, state: "idle" });
  });

  it("[BI7, BI9] an event that fits no runtime is reported as unbound, with its line, and changes no state", () => {
    const lost = { source: "marker", event_time: T0 + 500, state: "error" };
    const result = replay(lines(hook(0, "running", { begin: true }), lost), T0 + 1_000);
    expect(result.unbound).toEqual([{ line: 2, event_id: expect.any(String), why: expect.any(String) }]);
    expect(result.states).toMatchObject([{ state: "running", events: 1 }]);
  });

  const written = fc.record({
    at: fc.nat(30_000),
    lag: fc.nat(2_000),
    runtime: fc.constantFrom("r1", "r2"),
    told: fc.constantFrom<Written>(
      { source: "hook", state: "running", begin: true },
      { source: "hook", state: "running", subject: "tool" },
      { source: "hook", state: "waiting_approval", subject: "tool" },
      { source: "hook", state: "completed" },
      { source: "marker", event_type: "needs_input", message: "?" },
      { source: "status_file", event_type: "needs_testing" },
      { source: "title", state: "running" },
      { source: "session_file", state: "idle" },
      { source: "terminal" },
      { source: "daemon", event_type: "unheard of" },
    ),
  });

  it("[EN3, CL11] any order of the lines gives the same states", () => {
    const shuffled = fc
      .array(written, { maxLength: 25 })
      .map((events) =>
        events.map(({ at, lag, runtime, told }, index) =>
          JSON.stringify({
            ...told,
            runtime_id: runtime,
            pane_id: runtime === "r1" ? "%1" : "%2",
            event_time: T0 + at,
            ingested_at: T0 + at + lag,
            dedupe_key: `k${index}`,
          }),
        ),
      )
      .chain((file) => fc.tuple(fc.constant(file), fc.shuffledSubarray(file, { minLength: file.length })));
    fc.assert(
      fc.property(shuffled, fc.nat(60_000), ([file, other], after) => {
        const [first, second] = [file, other].map((each) => replay(each.join("\n"), T0 + after));
        expectSame(second, first);
      }),
      { numRuns: runs(300) },
    );
  });
});

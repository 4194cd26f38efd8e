import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventEnvelope, Level } from "../protocol/events/event.ts";
import { runs, SPAN_MS } from "./random-events.ts";
import { resolve as resolveBy } from "./resolve.ts";
import { begin, edgeOf, foldAll, look, stop, typed } from "./test-events.ts";

const S = 1000;
const resolve = (now: number, ...events: EventEnvelope[]) => resolveBy(foldAll(events), now);
const began = edgeOf("process", 1 * S, { phase: "busy", begin: true });

describe("an end on the screen of an agent that has resumed a conversation", () => {
  const shown = look("screen", 3 * S, "rest", { state: "completed" });

  it("[EN10] is not the agent's own: the agent is idle and calls nobody, with or without hooks", () => {
    const started = edgeOf("hook", 4 * S, { phase: "rest", state: "idle", begin: true });
    for (const events of [[shown], [began, shown], [began, shown, started]]) {
      const { state, attention, nudge_seq } = resolve(6 * S, ...events);
      expect([state, attention, nudge_seq]).toEqual(["idle", null, 0]);
    }
  });

  it("[EN10] counts once the agent has worked or somebody typed Enter", () => {
    const later = look("screen", 9 * S, "rest", { state: "completed", changed_at: 8 * S });
    for (const work of [look("screen", 5 * S, "busy"), begin(5 * S), typed(5 * S)])
      expect(resolve(11 * S, began, shown, work, later)).toMatchObject({
        state: "completed",
        attention: { kind: "done" },
      });
  });

  it("[EN10] an opened dialog, or a spinning title while a better level rests, does not count as work", () => {
    const dialog = look("screen", 4 * S, "ask", { state: "waiting_approval", message: "Session in use" });
    const spins = [look("title", 8_700, "busy"), look("title", 8_800, "busy", { withdrawn: true })];
    const later = look("screen", 12 * S, "rest", { state: "completed", changed_at: 8_900 });
    const atRest = look("osc", 12 * S, "rest", { misses_dialogs: true, changed_at: 2 * S });
    for (const events of [
      [dialog, later],
      [atRest, dialog, ...spins, later],
    ]) {
      const { state, attention, nudge_seq } = resolve(12_500, ...events);
      expect([state, attention, nudge_seq]).toEqual(["idle", null, 0]);
    }
    expect(resolve(12_500, dialog, ...spins, later)).toMatchObject({ state: "completed", attention: { kind: "done" } });
  });

  it("[EN10] a moment of work that a level without gaps showed does not count, but work that it shows for longer does", () => {
    const dialog = look("screen", 4 * S, "ask", { state: "waiting_approval", message: "Session in use" });
    const worked = (forMs: number, outcome: Partial<Level> = {}) => [
      look("osc", 2 * S, "rest", { misses_dialogs: true }),
      look("title", 7_990, "busy"),
      look("osc", 8 * S, "busy"),
      look("title", 8_005, "busy", { withdrawn: true }),
      look("osc", 8 * S + forMs, "rest", { misses_dialogs: true, ...outcome }),
      look("screen", 12 * S, "rest", { state: "completed", changed_at: 8_900 }),
    ];
    expect(resolve(12_500, dialog, ...worked(10))).toMatchObject({ state: "idle", attention: null, nudge_seq: 0 });
    const failed = worked(10, { state: "error" });
    expect(resolve(12_500, dialog, ...failed)).toMatchObject({ state: "error", attention: { kind: "error" } });
    expect(resolve(12_500, dialog, ...worked(600))).toMatchObject({ attention: { kind: "done" } });
  });

  it("[EN10] what lesser levels saw of such a moment does not count either, even if they saw it a little longer", () => {
    const dialog = look("screen", 4 * S, "ask", { state: "waiting_approval", message: "Session in use" });
    const moment = [
      look("osc", 2 * S, "rest", { misses_dialogs: true }),
      look("osc", 8 * S, "busy"),
      look("osc", 8_095, "rest", { misses_dialogs: true }),
    ];
    const titled = [look("title", 7_990, "busy"), look("title", 8_100, "busy", { withdrawn: true })];
    const later = look("screen", 12 * S, "rest", { state: "completed", changed_at: 8_900 });
    for (const seen of [titled, [look("screen", 8_005, "busy")]]) {
      const { state, attention, nudge_seq } = resolve(12_500, dialog, ...moment, ...seen, later);
      expect([state, attention, nudge_seq]).toEqual(["idle", null, 0]);
    }
  });

  it("[EN10] a title that spins for a moment shows no work, also where no better level was ever read", () => {
    const dialog = look("screen", 4 * S, "ask", { state: "waiting_approval", message: "Session in use" });
    const spins = (forMs: number) => [
      look("title", 8_700, "busy"),
      look("title", 8_700 + forMs, "busy", { withdrawn: true }),
      look("screen", 12 * S, "rest", { state: "completed", changed_at: 8_900 }),
    ];
    expect(resolve(12_500, dialog, ...spins(3))).toMatchObject({ state: "idle", attention: null, nudge_seq: 0 });
    expect(resolve(12_500, dialog, typed(8_600), ...spins(3)).attention).toBeNull();
    expect(resolve(12_500, dialog, ...spins(60))).toMatchObject({ attention: { kind: "done" } });
  });

  it("[EN10, EN17] a moment of a spinning title takes back no call of longer work before it", () => {
    const ended = [
      look("title", 5 * S, "busy"),
      look("title", 9 * S, "busy", { changed_at: 5 * S }),
      look("title", 9 * S, "busy", { withdrawn: true }),
      look("screen", 12 * S, "rest", { state: "completed", changed_at: 9_200 }),
    ];
    const moment = [look("title", 20 * S, "busy"), look("title", 20_010, "busy", { withdrawn: true })];
    const [before, after] = [resolve(13 * S, ...ended), resolve(21 * S, ...ended, ...moment)];
    expect(before).toMatchObject({ state: "completed", attention: { kind: "done" }, nudge_seq: 9_200 });
    expect([after.state, after.attention, after.nudge_seq]).toEqual([before.state, before.attention, before.nudge_seq]);
  });

  it("[EN10, EN3] never calls, however often and in whatever order the screen is read", () => {
    const rest = fc
      .record({ at: fc.nat(SPAN_MS), state: fc.constantFrom("completed" as const, "error" as const, "idle" as const) })
      .map(({ at, state }) => look("screen", at, "rest", { state }));
    fc.assert(
      fc.property(fc.array(rest, { maxLength: 8 }), (looks) => {
        const { state, attention, nudge_seq } = resolve(SPAN_MS, began, ...looks);
        expect(["idle", "running", "unknown"]).toContain(state);
        expect([attention, nudge_seq]).toEqual([null, 0]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("what a screen showed before work that only levels saw", () => {
  it("[EN9, EN36] does not come back when a better level shows the end of that work, and calls nobody again", () => {
    const before = [
      look("screen", 1 * S, "busy"),
      look("screen", 5 * S, "ask", { state: "waiting_input", message: "Which?" }),
      look("screen", 9 * S, "rest", { state: "completed" }),
      look("title", 11 * S, "busy"),
      look("screen", 14_900, "busy", { changed_at: 11_200 }),
    ];
    const over = look("title", 15 * S, "busy", { withdrawn: true });
    const { state, attention } = resolve(15_100, ...before, over);
    expect([state, attention]).toEqual(["unknown", null]);
    const read = look("screen", 15_200, "rest", { state: "idle" });
    expect(resolve(15_300, ...before, over, read)).toMatchObject({ state: "idle", attention: null });
  });
});

describe("an end that a screen still shows when the next turn begins", () => {
  it("[EN36] keeps its attention_id, even if a lesser level saw new work begin", () => {
    const turn = [
      begin(1 * S, { turn: "a" }),
      look("session_file", 1_500, "busy", { blind: true }),
      stop(10 * S, { turn: "a" }),
      look("session_file", 10_300, "rest", { blind: true }),
      look("screen", 13 * S, "rest", { state: "completed", changed_at: 10_500 }),
    ];
    const before = resolve(13 * S, ...turn);
    const { attention } = resolve(14 * S, ...turn, look("screen", 14 * S, "busy"));
    expect(before.attention?.kind).toBe("done");
    expect(attention?.attention_id).toBe(before.attention?.attention_id);
  });
});

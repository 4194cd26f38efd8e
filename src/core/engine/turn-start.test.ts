import { describe, expect, it } from "vitest";
import type { EventEnvelope, Source } from "../protocol/events/event.ts";
import { resolve as resolveBy } from "./resolve.ts";
import { ask, begin, busy, foldAll, look, stop } from "./test-events.ts";

const S = 1000;
const stateAt = (now: number, ...events: EventEnvelope[]) => resolveBy(foldAll(events), now).state;
const LEVELS = ["session_file", "osc", "title", "screen"] as const;
const restsBy = (source: Source, at: number, changed_at: number) => look(source, at, "rest", { changed_at });

describe("a level that has shown rest since before a turn began", () => {
  const turn = [begin(1 * S), stop(5 * S), begin(10 * S)];

  it.each(LEVELS)("[EN9] %s does not end that turn for 3 s, as it may only be late", (source) => {
    const rests = (at: number, changed_at: number) => restsBy(source, at, changed_at);
    for (const told of [turn, [...turn, busy(10_001)], [...turn, busy(11_900, { subject: "t" })]]) {
      expect(stateAt(12_900, ...told, rests(12_900, 5 * S))).toBe("running");
      expect(stateAt(13_100, ...told, rests(13_100, 5 * S))).toBe("idle");
    }
  });

  it.each(LEVELS)("[EN9] %s ends it after its settle time if it has turned since, or the turn is older", (source) => {
    const worked = look(source, 10_300, "busy");
    expect(stateAt(12_100, ...turn, worked, restsBy(source, 12_100, 10_600))).toBe("idle");
    const later = busy(20 * S, { subject: "t" });
    expect(stateAt(21_100, ...turn, later, restsBy(source, 21_100, 5 * S))).toBe("idle");
    expect(stateAt(20_400, ...turn, later, restsBy(source, 20_400, 5 * S))).toBe("running");
  });

  it("[EN9] a screen that has changed but shown no work may be late in the same way", () => {
    expect(stateAt(12_900, ...turn, restsBy("screen", 12_900, 10_600))).toBe("running");
    expect(stateAt(13_100, ...turn, restsBy("screen", 13_100, 10_600))).toBe("idle");
    expect(stateAt(12_100, ...turn, restsBy("title", 12_100, 10_600))).toBe("idle");
  });
});

describe("a level that shows a dialog since before the agent went on", () => {
  const shows = (at: number) =>
    look("session_file", at, "ask", { state: "waiting_input", changed_at: 10 * S, blind: true });
  const turn = [begin(1 * S), ask(10_100, { state: "waiting_input", subject: "q" }), busy(14 * S, { subject: "q" })];

  it("[EN9, EN37] does not ask again for 3 s, as it may only be late", () => {
    const { state, attention } = resolveBy(foldAll([...turn, shows(16_900)]), 16_900);
    expect([state, attention]).toEqual(["running", null]);
    expect(stateAt(17_100, ...turn, shows(17_100))).toBe("waiting_input");
  });
});

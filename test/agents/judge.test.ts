import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { testPane } from "../support/test-pane.ts";
import { judge } from "./judge.ts";
import type { Sighting } from "./sightings.ts";
import type { Shown } from "./situations.ts";

const SPAN = { situation: "done", paneId: "%1", truth: "completed", from: 1_000, to: 5_000 } as const;

describe("a state is held against what was true", () => {
  it("a state that was shown before its cause was seen took no time", () => {
    expect(verdictOn([[900, "completed"]])).toEqual(["right", 0]);
  });

  it("a state that was shown later took until then", () => {
    expect(
      verdictOn([
        [900, "running"],
        [1_080, "completed"],
      ]),
    ).toEqual(["right", 80]);
  });

  it("a state that came and went counts from when it came to stay", () => {
    const seen = [
      [900, "running"],
      [1_080, "completed"],
      [1_090, "idle"],
      [1_400, "completed"],
    ] as const;
    expect(verdictOn(seen)).toEqual(["right", 400]);
  });

  it("a state that does not stay is wrong", () => {
    expect(
      verdictOn([
        [1_080, "completed"],
        [4_900, "running"],
      ]),
    ).toEqual(["wrong", null]);
  });

  it("a state that is too late is wrong", () => {
    expect(
      verdictOn([
        [900, "running"],
        [4_100, "completed"],
      ]),
    ).toEqual(["wrong", null]);
  });

  it("a state that is unknown in the end, or never shown, counts as unknown", () => {
    expect(
      verdictOn([
        [900, "running"],
        [1_100, "unknown"],
      ]),
    ).toEqual(["unknown", null]);
    expect(verdictOn([])).toEqual(["unknown", null]);
  });

  it("a change at a moment when the state may be over does not count", () => {
    expect(
      verdictOn([
        [900, "completed"],
        [5_000, "running"],
      ]),
    ).toEqual(["right", 0]);
  });

  it("[AD23] promptness counts from the agent's word, or, if a look found the state, from the cause", () => {
    const before: Sighting = { at: 900, shown: "running", item: testPane({}, { source: "hook", since: 800 }) };
    const by = (source: PaneItem["source"], since: number) =>
      judge(SPAN, [before, { at: 1_400, shown: "completed", item: testPane({}, { source, since }) }]).prompt;
    expect(by("hook", 1_350)).toEqual({ by: "word", ms: 50 });
    expect(by("screen", 1_350)).toEqual({ by: "look", ms: 400 });
    expect(by("hook", 800)).toBeNull();
  });
});

function verdictOn(seen: readonly (readonly [number, Shown])[]) {
  const item = testPane({});
  const sightings = seen.map(([at, shown]): Sighting => ({ at, shown, item }));
  const { verdict, latencyMs } = judge(SPAN, sightings);
  return [verdict, latencyMs];
}

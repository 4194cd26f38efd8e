import { describe, expect, it } from "vitest";
import { STATE_PRECEDENCE } from "../../src/core/protocol/base/state.ts";
import { baselineOf, readScreenBaseline, screenRegressions } from "./baseline-screens.ts";
import { listFaults, reportScreens } from "./report-screens.ts";
import { type ScreenScore, scoreScreens } from "./score-screens.ts";
import { recordedScreens } from "./shown-screen.ts";

const scores = scoreScreens(recordedScreens());
const baseline = readScreenBaseline(new URL("baseline-screens.json", import.meta.url).pathname);

function spoiled(change: Partial<ScreenScore>): ScreenScore[] {
  const index = scores.findIndex(({ verdict }) => verdict === "right");
  return scores.with(index, { ...(scores[index] as ScreenScore), ...change });
}

describe("recorded screens of the real programs", () => {
  it("[AD24] no recorded screen is read wrongly, and none worse than before", () => {
    expect(listFaults(scores).filter((fault) => fault.startsWith("wrong"))).toEqual([]);
    expect(screenRegressions(baseline, scores)).toEqual([]);
    expect(Object.keys(baselineOf(scores))).toEqual(Object.keys(baseline));
    expect(scores.length).toBeGreaterThan(230);
  });

  it("[AD24] at most 5 % are not told in full", () => {
    expect(listFaults(scores).length / scores.length).toBeLessThan(0.05);
  });

  it("[AD24] a screen that becomes wrong, unknown or untold is told as worse", () => {
    const [first] = spoiled({ verdict: "wrong" }).filter(({ verdict }) => verdict === "wrong");
    const name = `${first?.agent}: ${first?.name}`;
    for (const verdict of ["wrong", "unknown", "untold"] as const)
      expect(screenRegressions(baseline, spoiled({ verdict }))).toEqual([`${name} has become ${verdict}`]);
    expect(screenRegressions(baseline, [])).toEqual(Object.keys(baseline).map((agent) => `${agent}: no screens`));
  });

  it("[AD24] the report has a row for each truth and counts every screen", () => {
    const report = reportScreens(scores);
    for (const state of STATE_PRECEDENCE.filter((each) => each !== "unknown"))
      expect(report.split("\n").filter((line) => line.startsWith(`${state} `))).toHaveLength(
        Object.keys(baseline).length,
      );
    expect(report).toMatch(new RegExp(`^all: ${scores.length} screens, \\d+ right, .* 0 wrong$`, "m"));
  });
});

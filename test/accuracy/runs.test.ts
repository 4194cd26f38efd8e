import { describe, expect, it } from "vitest";
import { readBaseline, regressions } from "./baseline.ts";
import { add, scoreAgents, total } from "./score-agents.ts";
import { recordedScreens } from "./shown-screen.ts";

const here = (path: string) => new URL(path, import.meta.url).pathname;

describe("recorded runs of the real programs", () => {
  const baseline = readBaseline(here("baseline.json"));
  const scores = scoreAgents(here("../fixtures/agents/runs"));

  it("[AD24] through the adapters and the engine no agent is worse than before, nor than the model of these rules", () => {
    expect(regressions(baseline, scores)).toEqual([]);
    expect([...scores.keys()].sort()).toEqual(Object.keys(baseline).sort());
    for (const [agent, score] of scores) expect(total(score.shots)).toBe(total(baseline[agent]?.shots ?? score.shots));
  });

  it("[AD24] with the screens that were recorded too, no named moment is wrong and at most 1 % of the time", () => {
    const all = [...scoreAgents(here("../fixtures/agents/runs"), recordedScreens()).values()];
    const time = all.map((score) => score.time).reduce(add);
    expect(all.map(({ shots }) => shots.wrong + shots.unknown).reduce((sum, count) => sum + count)).toBe(0);
    expect(time.wrong / total(time)).toBeLessThan(0.01);
  });

  it("[AD24] a run that becomes wrong or unknown is told as worse", () => {
    const [[agent, score] = ["", null]] = [...scores];
    if (score === null) throw new Error("no runs");
    const { time, shots } = score;
    const spoiled = { ...score, time: { ...time, wrong: time.wrong + 5_000 }, shots: { ...shots, unknown: 50 } };
    expect(regressions(baseline, new Map([...scores, [agent, spoiled]]))).toEqual([
      `${agent}: 50 shots unknown, ${shots.unknown} before`,
      `${agent}: ${time.wrong + 5_000} ms wrong, ${time.wrong} before`,
      `${agent}: ${time.wrong + 5_000} ms wrong, more than the model`,
    ]);
    expect(regressions(baseline, new Map())).toEqual(Object.keys(baseline).map((name) => `${name}: no runs`));
  });
});

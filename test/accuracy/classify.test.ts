import { describe, expect, it } from "vitest";
import { classifyBaselineOf, classifyRegressions, readClassifyBaseline } from "./baseline-classify.ts";
import { agentCases, programCases } from "./classify-cases.ts";
import { reportClassify, withFigures } from "./report-classify.ts";
import { type ClassifyScore, scoreByRules } from "./score-classify.ts";

const here = (path: string) => new URL(path, import.meta.url).pathname;
const baseline = readClassifyBaseline(here("baseline-classify.json"));
const cases = [...agentCases(here("../fixtures/agents/screens")), ...programCases(here("../fixtures/screens"))];
const scores = scoreByRules(cases);

function spoiled(change: Partial<ClassifyScore>): ClassifyScore[] {
  const index = scores.findIndex(({ mark }) => mark === "right");
  return scores.with(index, { ...(scores[index] as ClassifyScore), ...change });
}

describe("the rules of the classifier on recorded screens", () => {
  it("[NK4] no recorded screen of agents, shells, editors, pagers, interpreters, logs and prompts is judged wrongly, and none worse than before", () => {
    expect(classifyRegressions(baseline, scores)).toEqual([]);
    expect(Object.keys(classifyBaselineOf(scores))).toEqual(Object.keys(baseline));
  });

  it("[NK4] a shell at its prompt neither waits for a person nor works, whatever the pane's agent is", () => {
    const shells = scores.filter(({ name }) => name.startsWith("shell-"));
    expect(shells.length).toBeGreaterThan(100);
    const told = new Set(
      shells.map(({ verdict, adapter }) => `${verdict.state} ${adapter === null ? "" : "of an agent"}`),
    );
    expect([...told].sort()).toEqual(["idle of an agent", "unknown ", "unknown of an agent"]);
  });

  it("[NK4] a screen that becomes wrong or untold is told as worse", () => {
    const { corpus = "", name, truth = ["idle"] } = scores.find(({ mark }) => mark === "right") ?? {};
    const right = baseline[corpus]?.right ?? 0;
    const fewer = `${corpus}: ${right - 1} right, ${right} before`;
    const verdict = { state: "error" as const, confidence: "low" as const, evidence: [], summary: "" };
    expect(classifyRegressions(baseline, spoiled({ mark: "unknown" }))).toEqual([fewer]);
    expect(classifyRegressions(baseline, spoiled({ mark: "wrong", verdict }))).toEqual([
      `${corpus}: ${name} is ${truth[0]}, and was told to be error`,
      fewer,
    ]);
    expect(classifyRegressions(baseline, [])).toHaveLength(Object.keys(baseline).length);
  });

  it("[NK4] the figures go into the table of the document, and its words stay", () => {
    const table = Object.keys(baseline).map((corpus) => `| ${corpus}, in words | 1 | 1 | 0 | 0 |\n`);
    const head = "| screens | of them | right |\n| --- | --- | --- |\n";
    const rows = withFigures(`Before\n\n${head}${table.join("")}\nAfter`, scores).split("\n");
    const programs = scores.filter(({ corpus }) => corpus === "programs").length.toLocaleString("en");
    expect(rows.find((row) => row.startsWith("| programs"))).toMatch(`| programs, in words | ${programs} | `);
    expect([rows[0], rows.at(-1)]).toEqual(["Before", "After"]);
  });

  it("[NK4] the report counts every screen", () => {
    expect(reportClassify(scores)).toMatch(
      new RegExp(`^all: ${scores.length} screens, \\d+ right, \\d+ unknown, 0 wrong$`, "m"),
    );
  });
});

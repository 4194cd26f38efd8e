import { describe, expect, it } from "vitest";
import type { Cell, Result } from "../results.ts";
import type { Situation } from "../situations.ts";
import { compareResults } from "./compare-results.ts";
import { type Drift, driftReport, isWorse } from "./drift-report.ts";

const cell = (verdict: Cell["verdict"], falseRings = 0): Cell => ({
  verdict,
  medianMs: 5,
  wrongMs: 0,
  falseRings,
  missedRings: 0,
});

const result = (version: string, cells: Partial<Record<Situation, Cell>>): Result => ({
  agent: "claude",
  label: "Claude Code",
  version,
  over: "here",
  ranOn: "2026-11-17",
  load: 1,
  cells,
  absent: {},
  promptness: [],
});

const BEFORE = result("1.0.0", { start: cell("right"), prompt: cell("unknown"), done: cell("right") });
const NOW = result("1.1.0", {
  start: cell("wrong"),
  prompt: cell("right"),
  done: cell("right", 1),
  draft: cell("right"),
  exited: cell("wrong"),
});

describe("what a newer version of an agent changes", () => {
  it("[AD49] is told for each situation: worse, better, and wrong where nothing was measured before", () => {
    expect(compareResults(BEFORE, NOW, [])).toEqual([
      { situation: "start", before: "right", now: "wrong", isWorse: true },
      { situation: "prompt", before: "unknown", now: "right", isWorse: false },
      { situation: "done", before: "right", now: "right, 1 false rings", isWorse: true },
      { situation: "exited", before: "not measured", now: "wrong", isWorse: true },
    ]);
    expect(compareResults(BEFORE, NOW, ["prompt"]).map(({ situation }) => situation)).toEqual(["prompt"]);
    expect(compareResults(null, NOW, ["draft"])).toEqual([]);
    expect(compareResults(NOW, NOW, [])).toEqual([]);
  });

  it("[AD49] the report has what got worse first, and fails for that and for an agent that cannot be tried", () => {
    const claude = { label: "Claude Code", newest: "1.1.0", tried: "1.0.0" };
    const played = { ...claude, outcome: "played", situations: 5, right: 3, load: 1 } as const;
    const same: Drift = { label: "Codex", newest: "2.0.0", tried: "2.0.0", outcome: "same version" };
    const worse: Drift = { ...played, changes: compareResults(BEFORE, NOW, []) };
    const better: Drift = { ...played, changes: compareResults(BEFORE, NOW, ["prompt"]) };
    const failed: Drift = { ...claude, outcome: "failed", why: "npm cannot install it" };
    expect([same, better, worse, failed].map(isWorse)).toEqual([false, false, true, true]);
    const report = driftReport([same, worse]);
    expect(report.indexOf("Claude Code 1.1.0")).toBeLessThan(report.indexOf("Codex 2.0.0"));
    expect(report).toContain("| start | right | wrong | worse |");
    expect(driftReport([failed])).toContain("This one could not be tried:\n\n```\nnpm cannot install it\n```");
  });
});

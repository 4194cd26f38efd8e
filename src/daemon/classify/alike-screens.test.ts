import { describe, expect, it } from "vitest";
import { isAlikeScreen } from "./alike-screens.ts";

const isAlike = (before: string, now: string) =>
  isAlikeScreen(
    { lines: ["> do it", before, "  ? for shortcuts"], at: 0 },
    { lines: ["> do it", now, "  ? for shortcuts"], at: 15_000 },
  );

describe("isAlikeScreen", () => {
  it.each([
    ["✻ Pondering… (12s · esc to interrupt)", "✽ Pondering… (27s · esc to interrupt)"],
    ["✻ Pondering… (59s · ↓ 1.2k tokens · esc to interrupt)", "* Brewing… (1m 14s · ↓ 1.2k tokens · esc to interrupt)"],
    ["• Working (59s • esc to interrupt)", "◦ Working (1m 03s • esc to interrupt)"],
    [" ⠙ Thinking... (esc to cancel, 41s)", " ⠼ Reticulating splines… (esc to cancel, 56s)"],
    ["  ■■■⬝⬝⬝⬝⬝  esc interrupt", "  ⬝⬝■■■⬝⬝⬝  esc interrupt"],
    [" ○ Working esc esc edit prompt", " ◉ Working esc esc edit prompt"],
    [" ○ Working esc interrupt", " ◉ Working esc interrupt"],
    [
      "  .  Brewing fresh bytes... (59s · esc to cancel)",
      "  ... A fish with no eyes? A fsh... (1m 14s · esc to cancel)",
    ],
    ["| waiting for the model.", "/ waiting for the model..."],
    [
      "  | Thinking... (59s · ↑ 805 tokens · esc to interrupt)",
      "  - Calibrating... (71s · ↑ 805 tokens · esc to interrupt)",
    ],
    ["elapsed 1:02", "elapsed 12:17"],
    ["  ⎿  Tip: Use /memory to keep notes", "  ⎿  Tip: Use /clear to start anew"],
    ["the same", "the same"],
  ])("[EN41] a spinner and a count of time are nothing new: %s", (before, now) => {
    expect(isAlike(before, now)).toBe(true);
  });

  it.each([
    ["✻ Pondering… (12s · ↓ 1.2k tokens)", "✻ Pondering… (27s · ↓ 1.3k tokens)"],
    ["● I look at the parser", "● I look at the parser, and at its tests"],
    ["* first point", "* second point"],
    [".. first point (esc to cancel it)", "... second point (of two)"],
    ["○ write the tests", "● write the tests"],
    [" ○ Working · 60 B esc esc interrupt", " ◉ Working · 75 B esc esc interrupt"],
    ["• Ran npm test", "• Ran npm run check"],
    ["Downloading 12 %", "Downloading 13 %"],
    ["12 tests passed", "13 tests passed"],
    ["✻ Pondering… (12s · esc to interrupt)", "❯ 1. Yes  2. No"],
  ])("[EN41] what the agent writes, and counts of anything else, are: %s", (before, now) => {
    expect(isAlike(before, now)).toBe(false);
  });

  it("[EN41] a line more is", () => {
    expect(isAlikeScreen({ lines: ["a"], at: 0 }, { lines: ["a", "b"], at: 1 })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import type { State } from "../protocol/base/state.ts";
import { type Seen, wouldAnswerAnother } from "./would-answer-another.ts";

function answers(shot: State, now: State, { seq = 1, seen = "text" as Seen } = {}): boolean {
  return wouldAnswerAnother(shot, { nudge_seq: 1 }, { state: now, nudge_seq: seq }, seen);
}

describe("wouldAnswerAnother", () => {
  it("[GD8] an ask that was not open, or another one than was, keeps Enter back", () => {
    expect(answers("running", "waiting_approval")).toBe(true);
    expect(answers("waiting_input", "waiting_approval", { seq: 2 })).toBe(true);
    expect(answers("running", "running", { seen: "dialog" })).toBe(true);
    expect(answers("running", "completed", { seq: 2, seen: "nothing" })).toBe(true);
    expect(answers("idle", "idle", { seq: 2, seen: "nothing" })).toBe(true);
    expect(answers("idle", "completed", { seq: 2, seen: "dialog" })).toBe(true);
  });

  it("[GD8] false for a text in the box, and for the dialog that was meant", () => {
    expect(answers("idle", "idle")).toBe(false);
    expect(answers("idle", "idle", { seen: "nothing" })).toBe(false);
    expect(answers("waiting_approval", "waiting_approval", { seen: "dialog" })).toBe(false);
    expect(answers("running", "completed", { seq: 2 })).toBe(false);
    expect(answers("idle", "completed", { seq: 2, seen: "nothing" })).toBe(false);
  });
});

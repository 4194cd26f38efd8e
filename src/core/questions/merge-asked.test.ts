import { describe, expect, it } from "vitest";
import type { QuestionWords } from "../protocol/actions/questions.ts";
import { mergeAsked } from "./merge-asked.ts";

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const TOLD: QuestionWords = { kind: "approval", text: "Bash: make", detail: "make" };
const SHOWN: QuestionWords = {
  kind: "approval",
  text: "Do you want to proceed?",
  detail: "make",
  options: options("Yes", "No"),
};

/** The screen is read a moment after the agent has told. */
function mergeWords(told: QuestionWords | null, shown: QuestionWords | null): QuestionWords | null {
  return mergeAsked(told && { at: 1, words: told }, shown && { at: 2, words: shown });
}

describe("mergeAsked", () => {
  it("[SQ18] the agent tells what it is about, its screen what can be picked", () => {
    expect(mergeWords(TOLD, SHOWN)).toEqual({ ...TOLD, options: options("Yes", "No") });
    expect([mergeWords(TOLD, null), mergeWords(null, SHOWN), mergeWords(null, null)]).toEqual([
      TOLD,
      { ...SHOWN, from_screen: true },
      null,
    ]);
  });

  it("[UI28] says where only the screen tells what an approval is about", () => {
    const { detail: _, ...bare } = TOLD;
    expect(mergeWords(bare, SHOWN)).toMatchObject({ text: TOLD.text, detail: SHOWN.detail, from_screen: true });
    expect(mergeWords({ ...TOLD, is_diff: true }, SHOWN)).toMatchObject({ detail: TOLD.detail, is_diff: true });
    expect(mergeWords(TOLD, SHOWN)).not.toHaveProperty("from_screen");
  });

  it("[SQ18] among several questions the one on the screen is the current one", () => {
    const told = { kind: "choice" as const, text: "Which colour?", options: options("Red"), part: { n: 1, of: 2 } };
    const shown = { kind: "choice" as const, text: "Which size?", options: options("Small"), part: { n: 2, of: 2 } };
    expect(mergeWords(told, shown)).toEqual(shown);
  });

  it("[SQ18] a list that is longer than its window is told whole", () => {
    const told = { kind: "choice" as const, text: "Which?", options: options("A", "B", "C", "D") };
    expect(mergeWords(told, { ...told, options: options("B", "C") })?.options).toEqual(options("A", "B", "C", "D"));
  });

  it("[SQ27] of two different questions the newer one counts, and has nothing of the other", () => {
    const colour: QuestionWords = { kind: "choice", text: "Which colour?", options: options("Red", "Blue") };
    const other: QuestionWords = { ...TOLD, text: "Bash: rm", detail: "rm -rf build" };
    for (const next of [colour, other]) {
      expect(mergeAsked({ at: 2, words: next }, { at: 1, words: SHOWN })).toEqual(next);
      expect(mergeAsked({ at: 1, words: TOLD }, { at: 2, words: next })).toMatchObject(next);
    }
  });
});

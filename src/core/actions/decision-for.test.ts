import { describe, expect, it } from "vitest";
import type { QuestionWords } from "../protocol/actions/questions.ts";
import { decisionFor } from "./decision-for.ts";

const APPROVAL: QuestionWords = {
  kind: "approval",
  text: "Bash",
  options: [
    { label: "Yes", value: "yes" },
    { label: "Yes, and don't ask again", value: "always" },
    { label: "Yes, from now on in plan mode", value: "Yes, from now on in plan mode" },
    { label: "No", value: "no" },
  ],
};
const COLOUR: QuestionWords = {
  kind: "choice",
  text: "Which colour?",
  options: [
    { label: "Red", value: "Red" },
    { label: "Blue", value: "Blue" },
  ],
  free: true,
};

const of = (question: QuestionWords, ...words: string[]) =>
  decisionFor({ words, isList: words.length > 1, asText: false }, question);

describe("what an answer decides", () => {
  it.each([
    ["yes", { type: "allow" }],
    ["1", { type: "allow" }],
    ["always", { type: "always" }],
    ["2", { type: "always" }],
    ["no", { type: "deny" }],
    ["4", { type: "deny" }],
    ["use make instead", { type: "deny", message: "use make instead" }],
    // only the dialog knows what this does
    ["3", null],
    ["9", null],
    ["yess", null],
  ])("[DC1] %j about an approval", (word, decision) => {
    expect(of(APPROVAL, word)).toEqual(decision);
  });

  it("[DC1] an approval whose choices are not known yet takes a plain word, and no number", () => {
    const { options: _, ...bare } = APPROVAL;
    expect([of(bare, "yes"), of(bare, "n"), of(bare, "2")]).toEqual([{ type: "allow" }, { type: "deny" }, null]);
  });

  it("[DC1] a question is answered by its choice or in own words", () => {
    expect(of(COLOUR, "blu")).toEqual({ type: "answers", answers: [["Blue"]] });
    expect(of(COLOUR, "2")).toEqual({ type: "answers", answers: [["Blue"]] });
    expect(of(COLOUR, "a darker red")).toEqual({ type: "answers", answers: [["a darker red"]] });
    expect(of({ ...COLOUR, free: false }, "green")).toBeNull();
  });

  it("[DC1] several picks of one question", () => {
    const several = { ...COLOUR, multiple: true, free: false };
    expect(of(several, "Red", "2")).toEqual({ type: "answers", answers: [["Red", "Blue"]] });
    expect(of(several, "Red", "green")).toBeNull();
  });

  it("[DC4] one part of several is for the dialog", () => {
    expect(of({ ...COLOUR, multiple: true, part: { n: 1, of: 2 } }, "Red")).toBeNull();
    expect(of({ ...COLOUR, part: { n: 1, of: 2 } }, "Red")).toBeNull();
    expect(of({ ...COLOUR, part: { n: 2, of: 2 } }, "Red", "Blue")).toBeNull();
    expect(of({ ...COLOUR, part: { n: 1, of: 2 } }, "Red", "Large")).toEqual({
      type: "answers",
      answers: [["Red"], ["Large"]],
    });
    expect(of({ ...COLOUR, part: { n: 1, of: 2 } }, "Red", "2")).toBeNull();
    expect(of(APPROVAL, "yes", "no")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import type { Dialog } from "../../core/adapter/dialog.ts";
import type { KeptQuestion, QuestionKind } from "../../core/protocol/actions/questions.ts";
import { goalFor, type Said } from "./answer-words.ts";

const say = (word: string): Said => ({ words: [word], isList: false, asText: false });

function dialogOf(kind: QuestionKind, ...labels: string[]): Dialog {
  const options = labels.map((label, index) => ({ label, pick: [String(index + 1)] }));
  return { kind, text: "?", options, cursor: 0, moves: { next: "Down", previous: "Up" } };
}

function questionOf(kind: QuestionKind, ...labels: string[]): KeptQuestion {
  return { kind, text: "?", options: labels.map((label) => ({ value: label, label })) } as KeptQuestion;
}

describe("goalFor", () => {
  it("[SQ17] a number names a choice of the list that was shown, whatever is in sight by now", () => {
    const question = questionOf("choice", "Apple", "Banana", "Cherry", "Date");
    const scrolled = dialogOf("choice", "Cherry", "Date");
    expect(goalFor(say("4"), scrolled, question).goal).toEqual({ type: "pick", label: "Date" });
    expect(() => goalFor(say("2"), scrolled, question)).toThrow(/Banana.*not there any more/);
    expect(() => goalFor(say("5"), scrolled, question)).toThrow(/no choice 5/);
  });

  it("[SQ17] a number for a further part names one of that part's own choices", () => {
    const asked: KeptQuestion = { ...questionOf("choice", "Red", "Blue"), part: { n: 1, of: 2 } };
    const second: Dialog = { ...dialogOf("choice", "Small", "Large"), part: { n: 2, of: 2 } };
    expect(goalFor(say("2"), second, asked).goal).toEqual({ type: "pick", label: "Large" });
  });

  it("[SQ17] the second of two is not the second of three", () => {
    const listed = questionOf("approval", "Yes", "No");
    const shown = dialogOf("approval", "Yes", "Yes, and don't ask again", "No");
    expect(goalFor(say("2"), shown, listed).goal).toEqual({ type: "pick", label: "No" });
  });

  it("[SQ17] a yes with words behind it is not sent as the words of a no", () => {
    const dialog: Dialog = {
      ...dialogOf("approval", "Yes"),
      options: [
        { label: "Yes", means: "yes", pick: ["1"] },
        { label: "No, and tell Claude what to do", means: "no", pick: ["2"], words: { by: "keys", keys: ["2"] } },
      ],
    };
    for (const word of ["yes please", "ok go ahead", "approve it", "no way"])
      expect(() => goalFor(say(word), dialog, questionOf("approval"))).toThrow(
        expect.objectContaining({ code: "E_CHOICE_INVALID" }),
      );
    expect(goalFor(say("use the staging database"), dialog, questionOf("approval")).goal.type).toBe("write");
    expect(goalFor({ ...say("yes please"), asText: true }, dialog, questionOf("approval")).goal.type).toBe("write");
  });
});

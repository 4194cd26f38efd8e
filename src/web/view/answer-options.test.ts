import { describe, expect, it } from "vitest";
import type { Question, QuestionWords } from "../../core/protocol/actions/questions.ts";
import type { Attention, AttentionKind } from "../../core/protocol/events/attention.ts";
import { type AnswerOption, answerOptionsOf } from "./answer-options.ts";

const attention = (kind: AttentionKind): Attention => ({
  attention_id: "a",
  kind,
  label: "",
  message: "",
  source: "hook",
  raised_at: 0,
});
const question = (words: QuestionWords) => words as Question;
const brief = (answerOptions: AnswerOption[]) =>
  answerOptions.map((option) => `${option.key} ${option.label}${"answer" in option ? `=${option.answer}` : ""}`);
const asked = (words: QuestionWords) =>
  brief(answerOptionsOf({ attention: attention("input"), state: "waiting_input" }, question(words)));

describe("answerOptionsOf", () => {
  it("[UI2] an approval is approved or denied; what lies between keeps its number", () => {
    expect(asked({ kind: "approval", text: "Run make?" })).toEqual(["a Approve=yes", "d Deny=no"]);
    const options = [
      { value: "1", label: "Yes" },
      { value: "2", label: "Yes, and don't ask again" },
      { value: "3", label: "No, and tell Claude what to do differently" },
    ];
    expect(asked({ kind: "approval", text: "Run make?", options })).toEqual([
      "a Approve=yes",
      "d Deny=no",
      "2 Yes, and don't ask again=2",
    ]);
  });

  it("[UI2] words at an approval say that they deny it", () => {
    expect(asked({ kind: "approval", text: "Run make?", free: true })).toEqual([
      "a Approve=yes",
      "d Deny=no",
      "r Deny, and say why",
    ]);
    expect(asked({ kind: "confirm", text: "Go on?", free: true }).at(-1)).toBe("r Reply");
  });

  it("[UI2] options that are neither a plain yes nor a plain no are picked by number", () => {
    const options = [
      { value: "pg", label: "Postgres" },
      { value: "lite", label: "SQLite" },
    ];
    expect(asked({ kind: "choice", text: "Which?", options, free: true })).toEqual([
      "1 Postgres=pg",
      "2 SQLite=lite",
      "r Reply",
    ]);
    expect(asked({ kind: "choice", text: "Which?", options, multiple: true })).toEqual([
      "1 Postgres=pg",
      "2 SQLite=lite",
      "p Send picks",
    ]);
    expect(asked({ kind: "confirm", text: "Which?", options })).toEqual(["1 Postgres=pg", "2 SQLite=lite"]);
    expect(asked({ kind: "text", text: "Name?" })).toEqual(["r Reply"]);
  });

  it("[UI2] only nine options have keys", () => {
    const options = Array.from({ length: 10 }, (_, n) => ({ value: `${n}`, label: `v${n}` }));
    expect(asked({ kind: "choice", text: "?", options }).at(-1)).toBe("null v9=9");
  });

  it("[UI2] without a question's words one may reply, but never type into an approval that is not known", () => {
    const answerOptions = (kind: AttentionKind) =>
      brief(answerOptionsOf({ attention: attention(kind), state: "idle" }, null));
    expect(answerOptions("input")).toEqual(["r Reply"]);
    expect(answerOptions("done")).toEqual(["r Reply", "e Mark as seen"]);
    expect(answerOptions("error")).toEqual(["r Reply", "e Mark as seen"]);
    expect(answerOptions("approval")).toEqual([]);
    expect(answerOptionsOf({ attention: attention("input"), state: "waiting_approval" }, null)).toEqual([]);
    expect(answerOptionsOf({ attention: null, state: "running" }, null)).toEqual([]);
  });
});

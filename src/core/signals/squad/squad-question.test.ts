import { describe, expect, it } from "vitest";
import { squadQuestion } from "./squad-question.ts";

describe("squadQuestion", () => {
  it("[SQ16] needs_input and question ask with choices, a confirmation or words, and may want an answer in time", () => {
    const data = {
      question: "Which database?",
      questionType: "choice",
      options: [
        { label: "Postgres", value: "pg", description: "the usual" },
        { id: "lite", label: "SQLite" },
      ],
      timeout: 90,
    };
    expect(squadQuestion("question", data)).toEqual({
      kind: "choice",
      text: "Which database?",
      options: [
        { value: "pg", label: "Postgres", description: "the usual" },
        { value: "lite", label: "SQLite" },
      ],
      timeout_ms: 90_000,
    });
    expect(squadQuestion("needs_input", { question: "Go on?", questionType: "confirm" })).toEqual({
      kind: "confirm",
      text: "Go on?",
    });
    expect(
      squadQuestion("needs_input", { question: "Why?", questionType: "clarification", context: "for the log" }),
    ).toEqual({
      kind: "text",
      text: "Why?",
      detail: "for the log",
      free: true,
    });
    expect(squadQuestion("needs_input", { question: "Deploy?", questionType: "approval" })?.kind).toBe("approval");
  });

  it("[SQ16] no other signal asks, and a malformed question is ignored", () => {
    expect(squadQuestion("working", { question: "Which?" })).toBeUndefined();
    expect(squadQuestion("question", { questionType: "choice" })).toBeUndefined();
    expect(squadQuestion("question", null)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { wordsInFile } from "../../../../test/accuracy/recorded-lines.ts";
import { wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { CHAT } from "./chat.ts";

const read = (fields: object) => CHAT.read(JSON.stringify({ timestamp: "2026-11-15T07:17:43.017Z", ...fields }));

describe("Gemini's chat file", () => {
  it("[AD15] tells an error from an interrupt", () => {
    const [failed] = read({ type: "error", content: "[API Error: 400]" });
    expect(failed && wordsOf(failed)).toBe("rest error");
    expect(failed).toMatchObject({ source: "transcript", message: "[API Error: 400]", at: 1794727063017 });
    const [cancelled] = read({ type: "info", content: "Request cancelled." });
    expect(cancelled && wordsOf(cancelled)).toBe("rest idle");
    expect(read({ type: "info", content: [{ text: "Request cancelled." }] }).map(wordsOf)).toEqual(["rest idle"]);
  });

  it("[AD15] other lines tell nothing", () => {
    const others = [
      { type: "user", content: "Request cancelled." },
      { type: "gemini" },
      { type: "info", content: "Update" },
    ];
    expect([...others, { $set: { lastUpdated: "now" } }].flatMap(read)).toEqual([]);
    expect(CHAT.read("")).toEqual([]);
  });

  it("[AD15] recorded chat files give cancelled and failed turns, and nothing for one that ended well", () => {
    const told = (situation: string) => wordsInFile(CHAT, `gemini/${situation}`);
    for (const fine of ["normal-turn", "tool-approved", "question-answered", "subagent", "retry-503"])
      expect(told(fine)).toEqual([]);
    for (const stopped of [
      "interrupted-streaming",
      "interrupted-thinking",
      "interrupted-tool",
      "denied-esc",
      "denied-no",
    ])
      expect(told(stopped)).toEqual(["rest idle"]);
    expect(told("compact")).toEqual(["weak rest completed"]);
    for (const failed of ["error-400", "error-401"]) expect(told(failed)).toEqual(["rest error"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunksOf, planKeys, planText } from "./delivery-plan.ts";

describe("planText", () => {
  it("[GD9] one line is typed; several lines, tabs and long texts are pasted", () => {
    expect(planText("- a; 'b' \\")).toEqual({ ok: true, by: "keys", text: "- a; 'b' \\" });
    expect(planText("a\r\nb\rc")).toEqual({ ok: true, by: "paste", text: "a\nb\nc" });
    expect(planText("a\tb")).toMatchObject({ by: "paste" });
    expect(planText("x".repeat(501))).toMatchObject({ by: "paste" });
    expect(planText("go on?", { pastes: /\?$/ })).toMatchObject({ by: "paste", text: "go on?" });
  });

  it("[GD11] an end that Enter would swallow gets a blank behind it", () => {
    expect(planText("C:\\", { swallowedEnd: /\\$/ })).toEqual({ ok: true, by: "keys", text: "C:\\ " });
    expect(planText("C:\\x", { swallowedEnd: /\\$/ })).toEqual({ ok: true, by: "keys", text: "C:\\x" });
  });

  it("[GD11] a character that is a key to somebody is refused, never typed in silence", () => {
    for (const odd of ["\u001b[201~rm -rf /\r", "a\u0003", "a\u0000b", "\u007f", "\u009b"])
      expect(planText(`x${odd}`.replace(/\r/, "")).ok).toBe(false);
  });
});

describe("planKeys", () => {
  it("[GD7] keys are tmux's names or single characters", () => {
    expect(planKeys(["C-c", "Up", "y", "é", "M-Enter", "S-Tab", "F12", "-", ";", "Enter"])).toMatchObject({
      ok: true,
      hasEnter: true,
    });
    expect(planKeys(["1"])).toEqual({ ok: true, keys: ["1"], hasEnter: false });
  });

  it("[GD7] a word that tmux would type letter by letter is refused", () => {
    for (const key of ["Entr", "yes", "C-Nothing", "", "C-", "\u001b"])
      expect([key, planKeys([key]).ok]).toEqual([key, false]);
  });
});

describe("chunksOf", () => {
  it("[GD9] pieces of a text are the text again, and none parts a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 0, maxLength: 50 }),
        fc.integer({ min: 1, max: 900 }),
        (text, times) => {
          const long = text.repeat(times);
          const chunks = chunksOf(long);
          expect(chunks.join("")).toBe(long);
          for (const chunk of chunks) expect(/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(chunk)).toBe(false);
        },
      ),
      { numRuns: 50 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { answersByName, PressedKeys } from "./pressed-keys.ts";

describe("keys that answer", () => {
  it.each([
    { typed: "\r", answers: true },
    { typed: "yes\r", answers: true },
    { typed: "\t", answers: true },
    { typed: "\x1b[Z", answers: true },
    { typed: "\x1b", answers: true },
    { typed: "plain words\n", answers: false },
    { typed: "\x1b[A\x1bOB\x1b[1;5C", answers: false },
    { typed: "\x1b\r", answers: false },
    { typed: "\x1bx", answers: false },
    { typed: "\x1b[200~two\rlines\x1b[201~", answers: false },
    { typed: "\x1b[200~two\rlines\x1b[201~\r", answers: true },
  ])("[TS11] $typed: $answers", ({ typed, answers }) => {
    expect(new PressedKeys().read(typed)).toBe(answers);
  });

  it("[TS11] nothing inside a paste counts as a key, even if it comes in pieces", () => {
    const keys = new PressedKeys();
    expect(["\x1b[200~a\r", "b\rc\t", "d\x1b[201~", "\r"].map((each) => keys.read(each))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it("[TS11] are known by tmux's names as well", () => {
    expect([["Enter"], ["Up", "BTab"], ["Escape"], ["C-c", "y"]].map(answersByName)).toEqual([true, true, true, false]);
  });
});

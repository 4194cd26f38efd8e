import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { State } from "../../core/protocol/base/state.ts";
import { minutesLeft, paint, paintState, plain, shortAge, stateSymbol, timeLeft } from "./words.ts";

/** Characters that move the cursor, ring, break a line, or change the direction of text. */
const UNRULY = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe("plain", () => {
  it("[CL1] text from a pane cannot move the cursor, break the line or reverse the direction of writing", () => {
    const unruly = fc.constantFrom(
      "\x1b[2J",
      "\x1b]0;x\x07",
      "\x9b31m",
      "\r",
      "\n",
      "\u202e",
      "\u2066",
      "\u200f",
      "\u061c",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(unruly, fc.string({ unit: "binary" }))), (parts) => {
        expect(plain(parts.join(""))).not.toMatch(UNRULY);
      }),
    );
  });

  it("ordinary text of every script stays as it is", () => {
    for (const text of ["Delete 5 files?", "ünïcode 世界", "שלום", "مرحبا", "👩‍💻 done", "[31mnot an escape"])
      expect(plain(text)).toBe(text);
  });
});

describe("colour", () => {
  it("[CL20] is an escape sequence where it is wanted and nothing where it is not", () => {
    expect(paint("error", "31", true)).toBe("\x1b[31merror\x1b[0m");
    expect(paint("error", "31", false)).toBe("error");
    for (const state of State.options) {
      expect(paintState(state, state, true)).toMatch(/^\x1b\[\d+m.+\x1b\[0m$/);
      expect(paintState(state, state, false)).toBe(state);
    }
  });

  it("never carries a state alone: each has a symbol of its own", () => {
    expect(new Set(State.options.map(stateSymbol)).size).toBe(State.options.length);
  });
});

describe("timeLeft", () => {
  it.each([
    [-5, "0s"],
    [45_400, "45s"],
    [59_600, "1m"],
    [90_000, "1m 30s"],
    [5_400_000, "1h 30m"],
    [2 * 3_600_000 - 900, "2h"],
    [30 * 86_400_000 - 1_500, "30d"],
    [30 * 86_400_000 - 43_200_000, "29d 12h"],
  ])("[LS26] %d ms is %s", (ms, words) => {
    expect(timeLeft(ms)).toBe(words);
  });

  it("[LS26] rows that stay in view have whole minutes", () => {
    expect([1_799_000, 5_000, 5_390_000].map(minutesLeft)).toEqual(["30m", "1m", "1h 30m"]);
  });
});

describe("shortAge", () => {
  it.each([
    [-5, "0s"],
    [999, "0s"],
    [59_999, "59s"],
    [60_000, "1m"],
    [3_599_999, "59m"],
    [3_600_000, "1h"],
    [86_399_999, "23h"],
    [86_400_000 * 5, "5d"],
  ])("%d ms is %s", (ms, words) => {
    expect(shortAge(ms)).toBe(words);
  });
});

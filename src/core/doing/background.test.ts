import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Background, learnBackground, NO_BACKGROUND, shownBackground } from "./background.ts";

type Told = readonly [at: number, shells: number | null, by: "hook" | "session_file"];

function known(...told: readonly Told[]): Background {
  return told.reduce(
    (before, [at, shells, source]) => learnBackground(before, shells, source !== "hook", { source, from: "x.y", at }),
    NO_BACKGROUND,
  );
}

const shells = (...told: readonly Told[]) => shownBackground(known(...told), "completed")?.shells;

describe("commands that run on after a turn", () => {
  it("[RS28] the number is the last one told, until none is seen any more", () => {
    expect(shells([1, 2, "hook"])).toBe(2);
    expect(shells([1, 2, "hook"], [2, null, "session_file"])).toBe(2);
    expect(shells([1, 2, "hook"], [2, null, "session_file"], [3, 1, "hook"])).toBe(1);
    expect(shells([1, 2, "hook"], [2, 0, "session_file"])).toBeUndefined();
    expect(shells([1, 2, "hook"], [2, 0, "hook"])).toBeUndefined();
    // seen before the turn that started them
    expect(shells([1, 0, "session_file"], [2, 1, "hook"])).toBe(1);
  });

  it("[RS28] without a number only that some run is told", () => {
    expect(shells([1, null, "session_file"])).toBeNull();
    expect(shells([1, 0, "hook"], [2, null, "session_file"])).toBeNull();
    expect(shells()).toBeUndefined();
  });

  it("[RS28] of an agent that works, asks, or is not known, nothing is told", () => {
    const two = known([1, 2, "hook"]);
    for (const state of ["running", "waiting_approval", "waiting_input", "unknown"] as const)
      expect(shownBackground(two, state)).toBeNull();
    for (const state of ["completed", "idle", "error"] as const)
      expect(shownBackground(two, state)).toEqual({ shells: 2, source: "hook", from: "x.y", at: 1 });
  });

  it("[RS28] news in any order show the same", () => {
    const told: Told[] = [
      [1, 2, "hook"],
      [2, null, "session_file"],
      [3, 0, "session_file"],
      [4, 3, "hook"],
      [5, null, "session_file"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: told.length }), fc.subarray(told), (order, again) => {
        expect(shells(...order, ...again)).toBe(3);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { isQuiet, notifyPreferences, parsePreferences, USUAL } from "./notify-preferences.ts";

const at = (hours: number, minutes = 0) => hours * 60 + minutes;

describe("what a person has chosen", () => {
  it("[UI12] calls sound by default, and what is only done does not", () => {
    expect(USUAL.sound).toMatchObject({ approval: true, input: true, error: true, done: false });
    expect(parsePreferences(null)).toEqual(USUAL);
  });

  it("[UI12] an invalid preference gets its default, and the others are kept", () => {
    const odd = { sound: { done: true, error: "loud" }, desktop: 3, quiet: { from: -1, to: 9 }, volume: 7 };
    expect(parsePreferences(JSON.stringify(odd))).toEqual({ ...USUAL, sound: { ...USUAL.sound, done: true } });
    for (const text of ["", "null", "[]", "{", '"x"']) expect(parsePreferences(text)).toEqual(USUAL);
  });

  it("[UI12] a choice is kept after a reload, and applies in other tabs", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    };
    const quiet = { from: at(22), to: at(7) };
    const otherTab = notifyPreferences(storage);
    notifyPreferences(storage).set({ ...USUAL, quiet, volume: 0.2 });
    expect(notifyPreferences(storage).get()).toEqual({ ...USUAL, quiet, volume: 0.2 });
    otherTab.reread();
    expect(otherTab.get()).toEqual({ ...USUAL, quiet, volume: 0.2 });
  });
});

describe("quiet hours", () => {
  it("[UI12] hold within a day and across midnight", () => {
    const within = (from: number, to: number, minute: number) => isQuiet({ ...USUAL, quiet: { from, to } }, minute);
    expect([within(at(9), at(17), at(9)), within(at(9), at(17), at(17)), within(at(9), at(17), at(3))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([within(at(22), at(7), at(23)), within(at(22), at(7), at(6, 59)), within(at(22), at(7), at(12))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([within(at(8), at(8), at(8)), isQuiet(USUAL, at(3))]).toEqual([false, false]);
  });
});

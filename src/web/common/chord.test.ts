import { describe, expect, it } from "vitest";
import { chordOf } from "./chord.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, held: Partial<typeof none> = {}) => ({ key, ...none, ...held });

describe("chordOf", () => {
  it("[UI17] a key stands for itself, and after g for a place to go", () => {
    expect(chordOf(null, press("j"), 0)).toBe("j");
    expect(chordOf({ key: "g", at: 0 }, press("i"), 500)).toBe("g i");
    expect(chordOf({ key: "g", at: 0 }, press("i"), 5_000)).toBe("i");
    expect(chordOf({ key: "j", at: 0 }, press("i"), 10)).toBe("i");
  });

  it("[UI17] Ctrl-K and Cmd-K are the palette's; all else with a modifier is left to the browser", () => {
    expect(chordOf(null, press("k", { ctrlKey: true }), 0)).toBe("mod+k");
    expect(chordOf(null, press("K", { metaKey: true }), 0)).toBe("mod+k");
    expect(chordOf(null, press("a", { ctrlKey: true }), 0)).toBeNull();
    expect(chordOf(null, press("d", { altKey: true }), 0)).toBeNull();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Marker } from "./marker.ts";
import { recoverMarkers } from "./marker-recovery.ts";

const markers = (letters: string): Marker[] =>
  [...letters].map((message) => ({ type: "signal", state: "completed", message }));
const recovered = (heard: string, visible: string) =>
  recoverMarkers(markers(heard), markers(visible))
    .map((marker) => marker.message)
    .join("");

describe("recoverMarkers", () => {
  it("[MK21] only what follows the markers already heard is new", () => {
    expect(recovered("", "ab")).toBe("ab");
    expect(recovered("ab", "ab")).toBe("");
    expect(recovered("ab", "b")).toBe("");
    expect(recovered("ab", "abc")).toBe("c");
    expect(recovered("ab", "xy")).toBe("xy");
    expect(recovered("ab", "")).toBe("");
  });

  it("[MK21] the same marker said again is new when the one heard before it is in view", () => {
    expect(recovered("a", "aa")).toBe("a");
    expect(recovered("aba", "ab")).toBe("b");
    expect(recovered("ab", "bab")).toBe("ab");
  });

  it("[MK21] a known line that was overwritten does not make older ones new", () => {
    expect(recovered("ab", "a")).toBe("");
    expect(recovered("abc", "ac")).toBe("");
    expect(recovered("cncw", "cn")).toBe("n");
  });

  it("[MK21] markers older than all remembered ones count as heard", () => {
    const cut = (heard: string, visible: string) => recoverMarkers(markers(heard), markers(visible), true);
    expect(cut("cd", "abcd")).toEqual([]);
    expect(cut("cd", "abcdef")).toEqual(markers("ef"));
    expect(cut("aa", "aaaa")).toEqual([]);
    // if none of those heard is visible, everything is new
    expect(cut("cd", "efgh")).toEqual(markers("efgh"));
    expect(cut("cd", "de")).toEqual(markers("e"));
  });

  it("[MK21] property: with distinct markers, any view of the end gives exactly what was missed", () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(6), fc.nat(18), (heard, missed, seen) => {
        const all = "abcdefghijklmnopqrstuvwxyz".slice(0, heard + missed);
        const view = all.slice(Math.max(0, all.length - Math.max(seen, missed)));
        expect(recovered(all.slice(0, heard), view)).toBe(all.slice(heard));
      }),
    );
  });
});

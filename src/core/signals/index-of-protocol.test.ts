import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexOfProtocol } from "./index-of-protocol.ts";

describe("indexOfProtocol", () => {
  it("[MK9] finds the name where String.indexOf finds it", () => {
    const text = fc.string({
      unit: fc.constantFrom("s", "c", "h", "m", "u", "x", "schmux", "schm", " "),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(60), (whole, from, to) => {
        const part = whole.slice(0, to);
        expect(indexOfProtocol(new TextEncoder().encode(whole), from, part.length)).toBe(part.indexOf("schmux", from));
      }),
      { numRuns: 3000 },
    );
  });
});

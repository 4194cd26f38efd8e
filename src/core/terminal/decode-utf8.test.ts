import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";

const reference = new TextDecoder("utf-8", { ignoreBOM: true });

describe("decodeUtf8", () => {
  it("[TM2] decodes any bytes as TextDecoder does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(decodeUtf8(bytes)).toBe(reference.decode(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it("[TM2] decodes any text, also when a part is broken", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(255), (whole, at, byte) => {
        const bytes = new TextEncoder().encode(whole);
        if (at < bytes.length) bytes[at] = byte;
        expect(decodeUtf8(bytes)).toBe(reference.decode(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it("[TM2] decodes a range, and text longer than one call can carry", () => {
    const bytes = new TextEncoder().encode(`ab${"é😀".repeat(5000)}cd`);
    expect(decodeUtf8(bytes, 2, bytes.length - 2)).toBe("é😀".repeat(5000));
  });
});

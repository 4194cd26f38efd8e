import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unescapeOutput } from "./unescape-output.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("unescapeOutput", () => {
  it("[TM12] gives back any bytes that tmux escaped", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const escaped = asTmuxEscapes(bytes);
        expect(unescapeOutput(escaped, 0, escaped.length)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it("[TM12] leaves a backslash that begins no octal escape", () => {
    const line = encode("a\\b\\9\\12\\777\\04");
    expect(unescapeOutput(line, 0, line.length)).toEqual(line);
  });
});

function asTmuxEscapes(bytes: Uint8Array): Uint8Array {
  const escaped = [...bytes].flatMap((byte) =>
    byte < 0x20 || byte === 0x5c ? [...encode(`\\${byte.toString(8).padStart(3, "0")}`)] : [byte],
  );
  return Uint8Array.from(escaped);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScreenSplitter, type ScreenSegment } from "./alternate-screen.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (part: Uint8Array) => Buffer.from(part).toString("latin1");

/** Joins neighbouring segments of the same screen: chunk boundaries do not matter. */
function joined(segments: readonly ScreenSegment[]): [boolean, string][] {
  const result: [boolean, string][] = [];
  for (const { alternate, bytes: part } of segments) {
    const last = result.at(-1);
    if (last !== undefined && last[0] === alternate) last[1] += latin1(part);
    else result.push([alternate, latin1(part)]);
  }
  return result;
}

const split = (input: string, alternate = false) => joined(createScreenSplitter(alternate).feed(bytes(input)));

describe("createScreenSplitter", () => {
  it.each(["47", "1047", "1049", "1;1049", "1049;25"])("enters and leaves the alternate screen by mode %s", (mode) => {
    expect(split(`a\x1b[?${mode}hb\x1b[?${mode}lc`)).toEqual([
      [false, `a\x1b[?${mode}h`],
      [true, `b\x1b[?${mode}l`],
      [false, "c"],
    ]);
  });

  it.each([
    ["another private mode", "\x1b[?25h"],
    ["the same number without a question mark", "\x1b[1049h"],
    ["a number that only begins alike", "\x1b[?10490h"],
    ["another final byte", "\x1b[?1049r"],
    ["an escape between", "\x1b[?10\x1b[0m49h"],
    ["an endless number", `\x1b[?${"9".repeat(400)}h`],
  ])("%s switches nothing", (_what, sequence) => {
    expect(split(`a${sequence}b`)).toEqual([[false, `a${sequence}b`]]);
  });

  it("a switch to the screen it is on is no switch", () => {
    expect(split("a\x1b[?1049lb")).toEqual([[false, "a\x1b[?1049lb"]]);
    expect(split("a\x1b[?1049hb", true)).toEqual([[true, "a\x1b[?1049hb"]]);
  });

  it("gives the same segments for every chunking, loses no byte, and never throws", () => {
    const piece = fc.oneof(
      fc.constantFrom("\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?1;1047l", "\x1b", "[", "?", "1049", "h", ";"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }).map((parts) => bytes(parts.join(""))),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (input, sizes, alternate) => {
          const whole = createScreenSplitter(alternate);
          const chunked = createScreenSplitter(alternate);
          const segments: ScreenSegment[] = [];
          for (let from = 0, turn = 0; from < input.length; turn += 1) {
            const size = sizes[turn % sizes.length] as number;
            segments.push(...chunked.feed(input.subarray(from, from + size)));
            from += size;
          }
          const atOnce = whole.feed(input);
          expect(joined(segments)).toEqual(joined(atOnce));
          expect(chunked.alternate).toBe(whole.alternate);
          expect(atOnce.map((segment) => latin1(segment.bytes)).join("")).toBe(latin1(input));
        },
      ),
      { numRuns: 500 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBytes, cutEvery } from "./cut-bytes.ts";
import { MAX_HELD_BYTES, SequenceSplitter } from "./sequence-splitter.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Parts of a stream that must not be cut. */
const WHOLE = [
  "plain",
  "é",
  "漢",
  "🎈",
  "\r\n",
  "\x1b[31;1m",
  "\x1b[?1049h",
  "\x1b]0;a title\x07",
  "\x1b]8;;http://x\x1b\\",
  "\x1bP1$r q\x1b\\",
  "\x1bkname\x1b\\",
  "\x1b(0",
  "\x1b7",
  "\x1b[38:2::1:2:3m",
  "\x1b_app\x1b\\",
];

describe("a splitter", () => {
  it("[TS1] passes on the same bytes whatever the chunks, and ends no piece inside a sequence or a character", () => {
    const pieces = fc.array(fc.constantFrom(...WHOLE), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (words, sizes) => {
        const ends = new Set([0]);
        const whole = words.map(bytesOf);
        for (let at = 0, index = 0; index < whole.length; index += 1) {
          const piece = whole[index] as Uint8Array;
          // plain text may be cut anywhere
          if (words[index] === "plain" || words[index] === "\r\n")
            for (let inner = 1; inner < piece.length; inner += 1) ends.add(at + inner);
          at += piece.length;
          ends.add(at);
        }
        const stream = Buffer.concat(whole);
        const splitter = new SequenceSplitter();
        let told = 0;
        const out: Uint8Array[] = [];
        for (const chunk of cutBytes(stream, sizes)) {
          const part = splitter.feed(chunk);
          out.push(part.slice());
          told += part.length;
          expect(ends.has(told)).toBe(true);
        }
        expect(Buffer.concat(out)).toEqual(stream);
        expect(splitter.held).toHaveLength(0);
      }),
    );
  });

  it("[TS1] any bytes come out as they went in, but for what is still held", () => {
    const controls = fc.constantFrom(0x1b, 0x5b, 0x5d, 0x50, 0x5c, 0x07, 0x18, 0x6d, 0xc3, 0xa9, 0xf0, 0x41, 0x9b);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(controls, fc.integer({ min: 0, max: 255 })), { maxLength: 80 }),
        fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 }),
        (given, sizes) => {
          const stream = Uint8Array.from(given);
          const [one, many] = [new SequenceSplitter(), new SequenceSplitter()];
          const whole = one.feed(stream).slice();
          const parts = cutBytes(stream, sizes).map((chunk) => many.feed(chunk).slice());
          expect(Buffer.concat(parts)).toEqual(Buffer.from(whole));
          expect(many.held).toEqual(one.held);
          expect(Buffer.concat([whole, one.held])).toEqual(Buffer.from(stream));
          expect(one.held.length <= 3 || one.held[0] === 0x1b).toBe(true);
        },
      ),
    );
  });

  it("tells sequences and text apart, each once", () => {
    const told: string[] = [];
    const splitter = new SequenceSplitter({
      onSequence: (bytes, from, to) => told.push(`<${textOf(bytes.subarray(from + 1, to))}>`),
      onText: (bytes, from, to) => told.push(textOf(bytes.subarray(from, to))),
    });
    for (const chunk of cutEvery(bytesOf("ab\x1b[1mcd\x1b]0;t\x07\x1b[3\x1b(Be\x1b[4\x18f"), 3)) splitter.feed(chunk);
    expect(told.join("")).toBe("ab<[1m>cd<]0;t\x07><(B>ef");
  });

  it("[TS1] a sequence without an end holds 64 KB at most, and one that is too long is let through in pieces", () => {
    const splitter = new SequenceSplitter();
    const stream = Buffer.concat([
      bytesOf("a\x1bP"),
      Buffer.alloc(3 * MAX_HELD_BYTES, "q"),
      bytesOf("\x1b\\after\x1b["),
    ]);
    const parts: Uint8Array[] = [];
    for (const chunk of cutEvery(stream, 1_000)) {
      parts.push(splitter.feed(chunk).slice());
      expect(splitter.held.length).toBeLessThanOrEqual(MAX_HELD_BYTES + 1_000);
    }
    expect(textOf(splitter.held)).toBe("\x1b[");
    expect(Buffer.concat([...parts, splitter.held]).equals(stream)).toBe(true);
  });

  it("continues from an unfinished sequence that it is given", () => {
    const splitter = new SequenceSplitter();
    splitter.feed(bytesOf("x\x1b]0;lost"));
    splitter.restart(bytesOf("\x1b[3"));
    expect(textOf(splitter.feed(bytesOf("1mred")))).toBe("\x1b[31mred");
  });
});

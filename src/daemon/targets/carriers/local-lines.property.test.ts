import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FollowedLine } from "../machine/machine.ts";
import { LineReading, PIECE_BYTES } from "./line-reading.ts";

const LONGEST = 4 * 1024 * 1024;

describe("LineReading", () => {
  it("[SR27] gives the same lines for every splitting of the same bytes", () => {
    const bytes = fc.array(fc.constantFrom(0x0a, 0x0d, 0x61, 0xc3, 0xa9, 0xff, 0x00), { maxLength: 60 });
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
        fc.nat(),
        (content, sizes, seed) => {
          const all = Buffer.from(content);
          const heard: FollowedLine[] = [];
          let calls = seed;
          const reading = new LineReading({ file: "f", offset: 0 }, (lines) => {
            calls += 1;
            if (calls % 4 === 3) return false;
            heard.push(...lines);
            return true;
          });
          for (let turn = 0, idle = 0; idle < 10; turn += 1) {
            const offset = reading.seek("f", all.length);
            const size = (sizes[turn % sizes.length] as number) + (turn % 7 === 0 ? 9 : 1);
            reading.add({ file: "f", offset, bytes: all.subarray(offset, offset + size) });
            idle = reading.reached?.offset === all.length ? idle + 1 : 0;
          }
          const ends = [...all.keys()].filter((index) => all[index] === 0x0a);
          const wanted = ends.map((end, index) => {
            const from = index === 0 ? 0 : (ends[index - 1] as number) + 1;
            return { text: all.toString("utf8", from, end).replace(/\r$/, ""), at: { file: "f", offset: from } };
          });
          expect(heard).toEqual(wanted);
        },
      ),
    );
  });

  it("[SR27] half a line that was taken back is no reason to tell the whole file again", () => {
    const texts: string[] = [];
    const reading = new LineReading({ file: "f", offset: 0 }, (lines) => {
      texts.push(...lines.map(({ text }) => text));
      return true;
    });
    for (const content of ["one\ntwo\nthr", "one\ntwo\n", "one\ntwo\nfour\n"]) {
      const offset = reading.seek("f", content.length);
      reading.add({ file: "f", offset, bytes: Buffer.from(content.slice(offset)) });
    }
    expect(texts).toEqual(["one", "two", "four"]);
  });

  it("[SR27] a file without a line end takes no more memory than one line may", () => {
    const reading = new LineReading({ file: "f", offset: 0 }, () => true);
    const bytes = Buffer.alloc(PIECE_BYTES + 1, "x");
    reading.add({ file: "f", offset: 0, bytes });
    const before = process.memoryUsage().arrayBuffers;
    for (let round = 0; round < 400; round += 1)
      reading.add({ file: "f", offset: (reading.reached?.offset ?? 0) - 1, bytes });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * LONGEST);
    expect(reading.reached?.offset).toBe(400 * PIECE_BYTES + PIECE_BYTES + 1);
  });
});

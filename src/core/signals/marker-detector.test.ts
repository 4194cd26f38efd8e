import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBytes, cutEvery } from "../terminal/cut-bytes.ts";
import type { Found } from "./marker.ts";
import { readWhole, stream } from "./marker-detector.model.ts";
import { createMarkerDetector, type MarkerDetectorOptions } from "./marker-detector.ts";

const RECORDINGS = join(import.meta.dirname, "../../../test/fixtures/raw");
const DONE = "--<[schmux:completed:Done]>--";
const encode = (text: string) => new TextEncoder().encode(text);
const signal = (state: string, message: string) => ({ type: "signal", state, message });
const done = signal("completed", "Done");
const STREWN = encode(`\r\n${DONE}\r\n`);

describe("createMarkerDetector", () => {
  it("[MK9] finds markers line by line, and reports near misses", () => {
    const stream = `hello\r\n${DONE}\r\nin ~/.schmux/x\n⏺ --<[schmux:error:é 😀]>--\nsay ${DONE}\n`;
    expect(detect([encode(stream)])).toEqual([
      done,
      signal("error", "é 😀"),
      { type: "near_miss", line: `say ${DONE}`, why: "expected the marker alone on its line" },
    ]);
  });

  it("[MK9] counts every appended line, also one that repeats the last", () => {
    expect(detect([encode(`${DONE}\n${DONE}\n`), encode(`${DONE}\n`)])).toEqual([done, done, done]);
  });

  it.each(["\n", "\r\n", "\r", "\x1b[B", "\x1b[2E", "\r\x1b[1B", "\n\r"])("[MK9] ends a line at %j", (lineBreak) => {
    expect(detect([encode(`text${lineBreak}${DONE}${lineBreak}text${lineBreak}`)])).toEqual([done]);
  });

  it.each([
    ["colour", `\x1b[1;32m${DONE}\x1b[0m\n`],
    ["colour inside", "--<[sch\x1b[32mmux:comp\x1b[mleted:Do\x1b[1mne]>\x1b[0m--\x1b[K\n"],
    ["a title set in between", "--<[schmux:comp\x1b]0;schmux\x07leted:Done]>--\n"],
    ["a tmux title in between", "--<[schmux:\x1bkname\x1b\\completed:Done]>--\n"],
    ["graphics in between", "--<[schmux:completed\x1b_Ga=q;AA\x1b\\:Done\x1bPq#0\x1b\\]>--\n"],
    ["a bullet and an indent by cursor-forward", `⏺\x1b[1C${DONE}\x1b[40C│\n`],
  ])("[MK9] finds a marker through %s", (_, stream) => {
    expect(detect([encode(stream)])).toEqual([done]);
  });

  it("[MK9] reads cursor-forward as the spaces of the message", () => {
    expect(detect([encode("--<[schmux:needs_input:Delete\x1b[1Cthese\x1b[1C5\x1b[1Cfiles?]>--\n")])).toEqual([
      signal("needs_input", "Delete these 5 files?"),
    ]);
  });

  it("[MK9] flushes the unfinished line once, and does not report it again when it ends", () => {
    const detector = createMarkerDetector();
    expect(detector.feed(encode(DONE))).toEqual([]);
    expect(detector.flush()).toEqual([done]);
    expect(detector.flush()).toEqual([]);
    expect(detector.feed(encode("\x1b[0m "))).toEqual([]);
    expect(detector.flush()).toEqual([]);
    expect(detector.feed(encode("│\r\n"))).toEqual([]);
    expect(detector.feed(encode(`${DONE}\n`))).toEqual([done]);
  });

  it("[MK9] does not consume by flushing: a marker cut by silence is still found", () => {
    const detector = createMarkerDetector();
    const parts = ["--<[schmux:comple", "ted:Do", "ne]>--"].flatMap((part) => [
      ...detector.feed(encode(part)),
      ...detector.flush(),
    ]);
    expect(parts).toEqual([done]);
    expect(detector.feed(encode("\n"))).toEqual([]);
  });

  it("[MK9] calls a line a near miss only when it has ended", () => {
    const detector = createMarkerDetector();
    detector.feed(encode(DONE));
    expect(detector.flush()).toEqual([done]);
    detector.feed(encode(" and more"));
    expect(detector.flush()).toEqual([]);
    expect(detector.feed(encode("\n"))).toEqual([
      { type: "near_miss", line: `${DONE} and more`, why: "expected the marker alone on its line" },
    ]);
  });

  it("[MK9] is pending while an unflushed, unfinished line names the protocol", () => {
    const detector = createMarkerDetector();
    const states = ["text", "\n--<[sch", "mux:completed:Done]>--", "\x1b[0m", " ", "\n"].map((part) => {
      detector.feed(encode(part));
      const before = detector.pending();
      detector.flush();
      return [before, detector.pending()];
    });
    expect(states).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [false, false],
      [true, false],
      [false, false],
    ]);
  });

  it("[MK9] keeps the last 32 KB of a line", () => {
    const room = 32 * 1024 - DONE.length;
    const inside = detect([encode(`x${" ".repeat(room)}${DONE}\n`)]);
    const outside = detect([encode(`x${" ".repeat(room - 1)}${DONE}\n`)]);
    expect(inside).toEqual([done]);
    expect(outside.map((found) => found.type)).toEqual(["near_miss"]);
    expect(detect([encode(`${DONE}${"x".repeat(32 * 1024)}\n`)])).toEqual([]);
  });

  it("[MK9] keeps only the end of a line that never ends", () => {
    const detector = createMarkerDetector({ limit: 64 });
    detector.feed(encode(`--<[schmux:completed:${"x".repeat(40)}`));
    expect(detector.pending()).toBe(true);
    detector.feed(encode("x".repeat(50)));
    expect(detector.pending()).toBe(false);
    expect(detector.flush()).toEqual([]);
  });

  it("[TM11] finds what reading the whole stream at once finds, in any chunking, with any limit", () => {
    const sizes = fc.array(fc.nat(40), { maxLength: 30, size: "max" });
    fc.assert(
      fc.property(stream, sizes, fc.integer({ min: 1, max: 90 }), (bytes, cuts, limit) => {
        const expected = readWhole(bytes, limit);
        expect(detect(cutBytes(bytes, cuts), { limit })).toEqual(expected);
        expect(detect(cutEvery(bytes, 1), { limit })).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it("[TM11] reports each marker line once, wherever it is flushed", () => {
    const line = fc.constantFrom(DONE, "⏺ --<[schmux:working:]>--", "\x1b[1m--<[schmux:error:é]>--\x1b[m", "text", "");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(25), { maxLength: 30 }), (lines, sizes) => {
        const bytes = encode(lines.map((text) => `${text}\r\n`).join(""));
        const detector = createMarkerDetector();
        const found = cutBytes(bytes, sizes).flatMap((chunk) => [...detector.feed(chunk), ...detector.flush()]);
        expect(found).toEqual(readWhole(bytes, 32_768));
      }),
      { numRuns: 1500 },
    );
  });

  it.each(readdirSync(RECORDINGS))("[TM11] reads %s with markers strewn in alike in any chunking", (file) => {
    const recording = new Uint8Array(readFileSync(join(RECORDINGS, file)));
    const bytes = new Uint8Array(Buffer.concat(cutEvery(recording, 900).flatMap((part) => [part, STREWN])));
    const whole = detect([bytes]);
    expect(whole).toEqual(readWhole(bytes, 32_768));
    expect(whole.length).toBeGreaterThan(0);
    for (const size of [1, 7, 64, 1000]) expect(detect(cutEvery(bytes, size))).toEqual(whole);
    expect(detect([recording])).toEqual([]);
  });

  it("[TM11] survives any bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (chunks) => {
        const detector = createMarkerDetector({ limit: 16 });
        for (const chunk of chunks) {
          detector.feed(chunk);
          detector.flush();
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("[TM10] hands OSC strings through, and stays as exact", () => {
    const told: string[] = [];
    const detector = createMarkerDetector({ onOsc: (text) => told.push(text) });
    expect(detector.feed(encode(`\x1b]7501;busy\x07${DONE}\n\x1b]9;hi\x1b\\`))).toEqual([done]);
    expect(told).toEqual(["7501;busy", "9;hi"]);
  });
});

function detect(chunks: readonly Uint8Array[], options: MarkerDetectorOptions = {}): Found[] {
  const detector = createMarkerDetector(options);
  return chunks.flatMap((chunk) => detector.feed(chunk));
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBytes, cutEvery } from "./cut-bytes.ts";
import { AnsiStripper, stripAnsi } from "./strip-ansi.ts";
import { TextBuffer } from "./text-buffer.ts";

const RECORDINGS = join(import.meta.dirname, "../../../test/fixtures/raw");
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const strip = (text: string) => decode(stripAnsi(encode(text)));

describe("stripAnsi", () => {
  it("[TM2] leaves text as it is, bytes from 0x80 on included", () => {
    expect(strip("naïve ⏺ 😀 ~")).toBe("naïve ⏺ 😀 ~");
    const all = Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i);
    expect(stripAnsi(all)).toEqual(all);
  });

  it.each([
    ["CSI", "\x1b[1;38;5;12m"],
    ["CSI with a private parameter", "\x1b[?2004h"],
    ["CSI with an intermediate", "\x1b[2 q"],
    ["OSC ended by BEL", "\x1b]0;title\x07"],
    ["OSC ended by ST", "\x1b]8;;http://a/b\x1b\\"],
    ["DCS", "\x1bP+q4d73\x1b\\"],
    ["DCS, where BEL is content", "\x1bPa\x07b\x1b\\"],
    ["APC", "\x1b_Gi=1;AAAA\x1b\\"],
    ["PM", "\x1b^private\x1b\\"],
    ["SOS", "\x1bXstart\x1b\\"],
    ["a window title", "\x1bktitle\x1b\\"],
    ["a two-byte escape", "\x1b7"],
    ["a charset escape", "\x1b(B"],
    ["a DCS passed through tmux", "\x1bPtmux;\x1b\x1b]4;0;?\x07\x1b\\"],
    ["cursor address", "\x1b[3;7H"],
  ])("[TM2] drops %s", (_, sequence) => {
    expect(strip(`a${sequence}b`)).toBe("ab");
  });

  it("[TM4] turns cursor-forward into 1 to 200 spaces", () => {
    expect(strip("a\x1b[Cb\x1b[0Cc\x1b[3Cd\x1b[4;9Ce")).toBe("a b c   d    e");
    expect(strip("a\x1b[99999999999999999999Cb")).toBe(`a${" ".repeat(200)}b`);
  });

  it("[TM4] turns cursor-down and next-line into 1 to 200 line breaks", () => {
    expect(strip("a\x1b[Bb\x1b[2Bc\x1b[Ed\x1b[2Ee")).toBe("a\nb\n\nc\nd\n\ne");
    expect(strip("a\x1b[5000Bb")).toBe(`a${"\n".repeat(200)}b`);
  });

  it("[TM4] takes no private or intermediate sequence for a movement", () => {
    expect(strip("a\x1b[?3Cb\x1b[3 Cc\x1b[>2Bd")).toBe("abcd");
  });

  it("[TM7] ends a sequence at CAN and SUB, restarts it at ESC, and lets text beyond ASCII break it off", () => {
    expect(strip("\x1b[31\x18ma\x1b]0;t\x1ab\x1bPx\x18c")).toBe("mabc");
    expect(strip("a\x1b[3\x1b[2Cb\x1b\x1b[Cc\x1bPx\x1b[Cd")).toBe("a  b c d");
    expect(strip("a\x1b[3é\x1b⏺")).toBe("aé⏺");
  });

  it("[TM7] keeps LF and CR, makes TAB a space, drops the other controls, inside a sequence as well", () => {
    expect(strip("a\tb\r\nc\0\x07\b\x0b\x0c\x0e\x7fd")).toBe("a b\r\ncd");
    expect(strip("a\x1b[3\n1mb\x1b\r7\x1b[\x7f\t1md")).toBe("a\nb\r d");
  });

  it("[TM7] gives up a string sequence after 64 KB, in any chunking", () => {
    const stray = encode(`\x1bP${"x".repeat(64 * 1024)}after`);
    for (const size of [1, 1000, 65_000]) expect(decode(stripChunks(cutEvery(stray, size)))).toBe("after");
    expect(strip(`\x1bP${"x".repeat(64 * 1024)}after`)).toBe("after");
    expect(strip(`\x1b]${"x".repeat(64 * 1024 - 1)}\x07after`)).toBe("after");
  });

  it("[TM11] makes room for any number of movements", () => {
    expect(stripAnsi(encode("\x1b[200C".repeat(500))).length).toBe(100_000);
  });

  it("[TM11] strips what is known to be around text, in any chunking", () => {
    const piece = fc.oneof(
      fc
        .string({ unit: fc.constantFrom("a", " ", "é", "⏺", "😀", "]", "[", "\\", "m", "\n") })
        .map((text) => [text, text]),
      fc.constantFrom(
        ["\x1b[1;31m", ""],
        ["\x1b[7C", "       "],
        ["\x1b[2B", "\n\n"],
        ["\x1b]0;tïtle\x07", ""],
        ["\x1b]9;x\x1b\\", ""],
        ["\x1bPq\x07#0\x1b\\", ""],
        ["\x1b_a\nb\x1b\\", ""],
        ["\x1bkname\x1b\\", ""],
        ["\x1b(0", ""],
        ["\x1b[3\x18", ""],
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(6), { maxLength: 40 }), (pieces, sizes) => {
        const bytes = encode(pieces.map(([raw]) => raw).join(""));
        expect(decode(stripChunks(cutBytes(bytes, sizes)))).toBe(pieces.map(([, text]) => text).join(""));
      }),
      { numRuns: 2000 },
    );
  });

  it("[TM11] gives the same for every chunking of any bytes", () => {
    const unit = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0x1b, 0x5b, 0x5d, 0x50, 0x07, 0x5c, 0x18, 0x43, 0x42, 0x31, 0x0a),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 80 }), fc.array(fc.nat(9), { maxLength: 40 }), (units, sizes) => {
        const bytes = Uint8Array.from(units);
        expect(stripChunks(cutBytes(bytes, sizes))).toEqual(stripAnsi(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(readdirSync(RECORDINGS))("[TM11] strips %s alike byte by byte, leaving no control characters", (file) => {
    const bytes = new Uint8Array(readFileSync(join(RECORDINGS, file)));
    const text = stripAnsi(bytes);
    expect(stripChunks(cutEvery(bytes, 1))).toEqual(text);
    expect(decode(text)).not.toMatch(/[\0-\x09\x0b\x0c\x0e-\x1f\x7f]/);
  });
});

describe("AnsiStripper with an OSC handler", () => {
  it("[TM10] tells every complete OSC string, by BEL or ST, over any chunks", () => {
    const stream = "a\x1b]7501;état\x07b\x1b]9;done\x1b\\c\x1b]\x07";
    for (const size of [1, 2, 3, 100]) expect(oscOf(stream, size)).toEqual(["7501;état", "9;done", ""]);
  });

  it("[TM10] finds the OSC inside a tmux passthrough", () => {
    expect(oscOf("\x1bPtmux;\x1b\x1b]777;notify;a;b\x07\x1b\\")).toEqual(["777;notify;a;b"]);
  });

  it("[TM10] tells none that was broken off, is unfinished or longer than 8 KB", () => {
    expect(oscOf("\x1b]9;a\x18\x1b]9;b\x1b[m\x1b]9;c")).toEqual([]);
    const longest = "x".repeat(8192);
    expect(oscOf(`\x1b]${longest}y\x07\x1b]${longest}\x07\x1b]9;d\x07`, 1000)).toEqual([longest, "9;d"]);
  });
});

function stripChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const stripper = new AnsiStripper();
  const text = new TextBuffer(1);
  for (const chunk of chunks) stripper.strip(chunk, 0, chunk.length, text);
  return text.bytes.slice(0, text.length);
}

function oscOf(stream: string, size = 100): string[] {
  const told: string[] = [];
  const stripper = new AnsiStripper({ onOsc: (text) => told.push(text) });
  for (const chunk of cutEvery(encode(stream), size)) stripper.strip(chunk, 0, chunk.length, new TextBuffer());
  return told;
}

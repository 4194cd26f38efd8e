import fc from "fast-check";
import { decodeUtf8 } from "../terminal/decode-utf8.ts";
import { stripAnsi } from "../terminal/strip-ansi.ts";
import { type Found, parseMarker } from "./marker.ts";

/** The reference for tests of the detector: the same result, without buffers, blocks and skipping. */
export function readWhole(bytes: Uint8Array, limit: number): Found[] {
  const found: Found[] = [];
  let line: number[] = [];
  for (const byte of stripAnsi(bytes)) {
    if (byte === 0x0a || byte === 0x0d) {
      const said = parseMarker(decodeUtf8(Uint8Array.from(line.slice(-limit))));
      if (said) found.push(said);
      line = [];
    } else {
      line.push(byte);
    }
  }
  return found;
}

const MARKERS = [
  "--<[schmux:completed:Done]>--",
  "⏺ --<[schmux:working:]>--",
  "│ --<[schmux:error:é 😀]>--  │",
  "--<[sch\x1b[1mmux:needs_input:why\x1b[Cnot]>--\x1b[0m",
];
const FRAGMENTS = ["--<[schmux:", "working", ":]>--", "schmux", "⏺ ", "│", " ", "x".repeat(40), "é", "😀"];
const BREAKS = ["\n", "\r\n", "\r", "\x1b[B"];
const SEQUENCES = ["\x1b[1;31m", "\x1b[5C", "\x1b]0;schmux:\x07", "\x1bPq\x1b\\", "\x1b[200C", "\x1b", "\x18"];

/** Complete and partial markers between complete and broken escape sequences. */
export const stream: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: piece(MARKERS) },
      { weight: 3, arbitrary: piece(FRAGMENTS) },
      { weight: 4, arbitrary: piece(BREAKS) },
      { weight: 2, arbitrary: piece(SEQUENCES) },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 6 }) },
    ),
    { maxLength: 20, size: "max" },
  )
  .map((pieces) => Uint8Array.from(pieces.flat()));

function piece(choices: readonly string[]): fc.Arbitrary<number[]> {
  return fc.constantFrom(...choices).map(bytesOf);
}

/** Encodes UTF-8, without TextEncoder, which core does not have. */
function bytesOf(text: string): number[] {
  return encodeURIComponent(text)
    .split(/(%..|.)/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("%") ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)));
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMarkerDetector } from "../../src/core/signals/marker-detector.ts";
import { AnsiStripper } from "../../src/core/terminal/strip-ansi.ts";
import { TextBuffer } from "../../src/core/terminal/text-buffer.ts";
import type { BenchResult } from "./bench-result.ts";

const REACH = 0.7;
const ROUNDS = 15;
const STREAM_BYTES = 8_000_000;
// what one read from a pipe returns, in bytes
const CHUNK = 8192;
const RECORDINGS = join("test", "fixtures", "raw");

/** Compares the marker detector with the bare ANSI state machine on the same bytes. Run from the repository's root. */
export async function benchDetector(): Promise<BenchResult[]> {
  return [
    compare("detector on recorded streams", repeat(readRecordings())),
    compare("detector on plain text", repeat(Buffer.from(PLAIN_TEXT))),
    compare("detector on plain text with markers", repeat(Buffer.from(`${PLAIN_TEXT.repeat(10)}${MARKER}`))),
  ];
}

const PLAIN_TEXT = Array.from(
  { length: 20 },
  (_, i) => `  ${i} passed  src/feature-${i}.test.ts  an ordinary line of output such as a test runner prints\r\n`,
).join("");
const MARKER = "--<[schmux:completed:Implementation complete, ready for review]>--\r\n";

function compare(name: string, stream: Uint8Array): BenchResult {
  const floors: number[] = [];
  const subjects: number[] = [];
  // the result is printed, so that the work is not optimised away
  let sink = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const floor = timed(() => stripOnly(stream));
    const subject = timed(() => detect(stream));
    sink += floor.result + subject.result;
    floors.push(megabytesPerSecond(stream, floor.seconds));
    subjects.push(megabytesPerSecond(stream, subject.seconds));
  }
  const ratio = median(subjects) / median(floors);
  return {
    name,
    floor: "bare ANSI state machine",
    ratio,
    reach: `≥ ${REACH}×`,
    ok: ratio >= REACH,
    detail: `${median(subjects).toFixed(0)} of ${median(floors).toFixed(0)} MB/s (sink ${sink})`,
  };
}

function stripOnly(stream: Uint8Array): number {
  const stripper = new AnsiStripper();
  const text = new TextBuffer(CHUNK);
  let length = 0;
  for (let from = 0; from < stream.length; from += CHUNK) {
    const chunk = stream.subarray(from, from + CHUNK);
    text.length = 0;
    stripper.strip(chunk, 0, chunk.length, text);
    length += text.length;
  }
  return length;
}

function detect(stream: Uint8Array): number {
  const detector = createMarkerDetector();
  let found = 0;
  for (let from = 0; from < stream.length; from += CHUNK) {
    found += detector.feed(stream.subarray(from, from + CHUNK)).length;
  }
  return found;
}

function timed(run: () => number): { result: number; seconds: number } {
  const start = process.hrtime.bigint();
  const result = run();
  return { result, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

function readRecordings(): Buffer {
  return Buffer.concat(
    readdirSync(RECORDINGS)
      .sort()
      .map((file) => readFileSync(join(RECORDINGS, file))),
  );
}

function repeat(bytes: Buffer): Uint8Array {
  const times = Math.ceil(STREAM_BYTES / bytes.length);
  return new Uint8Array(Buffer.concat(Array.from({ length: times }, () => bytes)));
}

function megabytesPerSecond(stream: Uint8Array, seconds: number): number {
  return stream.length / 1e6 / seconds;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

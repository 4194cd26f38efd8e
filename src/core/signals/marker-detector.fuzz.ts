import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBytes } from "../terminal/cut-bytes.ts";
import { decodeUtf8 } from "../terminal/decode-utf8.ts";
import { stripAnsi } from "../terminal/strip-ansi.ts";
import type { Found } from "./marker.ts";
import { readWhole, stream } from "./marker-detector.model.ts";
import { createMarkerDetector } from "./marker-detector.ts";

const environment = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env;
const numRuns = Number(environment?.FUZZ_CASES ?? 100_000);
const TIMEOUT = 600_000;

describe("createMarkerDetector, fuzzed", () => {
  it(
    "[TM11] finds what reading the whole stream at once finds, in any chunking, with any limit",
    () => {
      const sizes = fc.array(fc.nat(40), { maxLength: 30, size: "max" });
      fc.assert(
        fc.property(stream, sizes, fc.integer({ min: 1, max: 90 }), (bytes, cuts, limit) => {
          const detector = createMarkerDetector({ limit });
          const found = cutBytes(bytes, cuts).flatMap((chunk) => detector.feed(chunk));
          expect(found).toEqual(readWhole(bytes, limit));
        }),
        { numRuns },
      );
    },
    TIMEOUT,
  );

  it(
    "[MK9] finds every marker line wherever silence falls, and each once",
    () => {
      fc.assert(
        fc.property(stream, fc.array(fc.nat(40), { maxLength: 30, size: "max" }), (bytes, cuts) => {
          const detector = createMarkerDetector();
          const found = cutBytes(bytes, cuts).flatMap((chunk) => [...detector.feed(chunk), ...detector.flush()]);
          // CAN and LF end anything unfinished, because the last flush treated it as ended
          const said = readWhole(Uint8Array.from([...bytes, 0x18, 0x0a]), 32_768);
          expect(countSignals(found)).toBeGreaterThanOrEqual(countSignals(said));
          expect(countSignals(found)).toBeLessThanOrEqual(countLines(bytes));
        }),
        { numRuns },
      );
    },
    TIMEOUT,
  );
});

function countSignals(found: readonly Found[]): number {
  return found.filter(({ type }) => type === "signal").length;
}

function countLines(bytes: Uint8Array): number {
  return decodeUtf8(stripAnsi(bytes)).split(/[\r\n]/).length;
}

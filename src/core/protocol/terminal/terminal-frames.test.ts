import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClientFrame,
  decodeClientFrame,
  decodeServerFrame,
  encodePaste,
  encodeServerFrame,
  encodeTyped,
} from "./terminal-frames.ts";

const isSame = (frames: readonly (ClientFrame | null)[], wanted: Uint8Array) =>
  Buffer.concat(frames.map((frame) => frame?.bytes ?? new Uint8Array())).equals(wanted);
const bytes = fc.uint8Array({ maxLength: 100 });

describe("frames of the terminal stream", () => {
  it("[TS1] keep bytes and number of what the daemon sends", () => {
    const kind = fc.constantFrom("bootstrap" as const, "output" as const);
    const offset = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(kind, offset, bytes, (...[of, at, given]) => {
        expect(decodeServerFrame(encodeServerFrame({ kind: of, offset: at, bytes: given }))).toEqual({
          kind: of,
          offset: at,
          bytes: given,
        });
      }),
    );
  });

  it("[TS7] carry any input in pieces that the daemon takes", () => {
    const long = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    const typed = encodeTyped(long).map((frame) => decodeClientFrame(frame));
    expect(isSame(typed, long)).toBe(true);
    expect(Math.max(...encodeTyped(long).map(({ length }) => length))).toBeLessThan(64 * 1024);
    const pasted = encodePaste(long).map((frame) => decodeClientFrame(frame));
    expect(pasted.map((frame) => frame?.kind)).toEqual(["paste-part", "paste-part", "paste-part", "paste-end"]);
    expect(isSame(pasted, long)).toBe(true);
  });

  it("are nothing else", () => {
    fc.assert(fc.property(bytes, (given) => void [decodeClientFrame(given), decodeServerFrame(given)]));
    expect([
      decodeServerFrame(Uint8Array.of(2, 0)),
      decodeServerFrame(new Uint8Array()),
      decodeClientFrame(Uint8Array.of(9)),
    ]).toEqual([null, null, null]);
  });
});

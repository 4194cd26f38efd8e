import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeMemberFrame, encodeMemberFrame, type MemberFrame } from "./member-frames.ts";

describe("frames of a terminal between members", () => {
  it("[FL34] keep kind, number and bytes", () => {
    const kind = fc.constantFrom<MemberFrame["kind"]>("text", "binary", "part", "beat", "pause", "resume", "end");
    const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.record({ kind, number, bytes: fc.uint8Array({ maxLength: 100 }) }), (frame) => {
        expect(decodeMemberFrame(encodeMemberFrame(frame))).toEqual(frame);
      }),
    );
  });

  it("[FL34] are nothing else, and nothing throws", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => void decodeMemberFrame(bytes)));
    const odd = encodeMemberFrame({ kind: "beat", number: 0.5, bytes: new Uint8Array() });
    expect(
      [new Uint8Array(), Uint8Array.of(1, 0), Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 0), odd].map(decodeMemberFrame),
    ).toEqual([null, null, null, null]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameReader, maskedFrame, OPCODES } from "./frames.ts";

/** A frame as a server sends it: unmasked, `isFinal` false for all but the last part. */
function serverFrame(opcode: number, payload: Buffer, isFinal = true): Buffer {
  const first = (isFinal ? 0x80 : 0) | opcode;
  if (payload.length < 126) return Buffer.concat([Buffer.from([first, payload.length]), payload]);
  const head = Buffer.alloc(payload.length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = payload.length < 65_536 ? 126 : 127;
  if (payload.length < 65_536) head.writeUInt16BE(payload.length, 2);
  else head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

describe("FrameReader", () => {
  it("[LS8] reads the same messages however the bytes are cut", () => {
    const message = fc.oneof(fc.string({ maxLength: 300 }), fc.constant("x".repeat(70_000)));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.integer({ min: 1, max: 5_000 }), (messages, size) => {
        const bytes = Buffer.concat(messages.map((text) => serverFrame(OPCODES.text, Buffer.from(text))));
        const reader = new FrameReader();
        const read: string[] = [];
        for (let at = 0; at < bytes.length; at += size)
          for (const { payload } of reader.feed(bytes.subarray(at, at + size))) read.push(payload.toString("utf8"));
        expect(read).toEqual(messages);
      }),
      { numRuns: 50 },
    );
  });

  it("[LS8] a message in parts is one, and a ping may stand between them", () => {
    const reader = new FrameReader();
    const parts = [
      serverFrame(OPCODES.text, Buffer.from("one "), false),
      serverFrame(OPCODES.ping, Buffer.from("p")),
      serverFrame(0, Buffer.from("two")),
    ];
    const read = [...reader.feed(Buffer.concat(parts))].map(({ opcode, payload }) => [opcode, payload.toString()]);
    expect(read).toEqual([
      [OPCODES.ping, "p"],
      [OPCODES.text, "one two"],
    ]);
  });

  it("[LS8] frames that we send are masked", () => {
    const frame = maskedFrame(OPCODES.pong, Buffer.from("hello"));
    const [first, second, ...rest] = frame;
    expect([first, second]).toEqual([0x80 | OPCODES.pong, 0x80 | 5]);
    const mask = rest.slice(0, 4);
    const said = rest.slice(4).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    expect(Buffer.from(said).toString()).toBe("hello");
  });
});

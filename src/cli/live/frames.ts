import { randomBytes } from "node:crypto";

export const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  opcode: number;
  payload: Buffer;
}

/** Reads a server's WebSocket frames out of bytes that come in any pieces; a message of several frames is one. */
export class FrameReader {
  private bytes: Buffer = Buffer.alloc(0);
  private parts: Buffer[] = [];
  private opcode = 0;

  *feed(chunk: Buffer): Generator<Frame> {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    for (let frame = this.next(); frame !== null; frame = this.next()) {
      const { opcode, payload, isFinal } = frame;
      // control frames may stand between the parts of a message
      if (opcode >= OPCODES.close) {
        yield { opcode, payload };
        continue;
      }
      if (opcode !== 0) this.opcode = opcode;
      this.parts.push(payload);
      if (!isFinal) continue;
      yield { opcode: this.opcode, payload: Buffer.concat(this.parts) };
      this.parts = [];
    }
  }

  private next(): (Frame & { isFinal: boolean }) | null {
    const { bytes } = this;
    if (bytes.length < 2) return null;
    const [first = 0, second = 0] = bytes;
    let length = second & 0x7f;
    let at = 2;
    if (length === 126) {
      if (bytes.length < 4) return null;
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return null;
      length = Number(bytes.readBigUInt64BE(2));
      at = 10;
    }
    if (bytes.length < at + length) return null;
    this.bytes = bytes.subarray(at + length);
    return { opcode: first & 0x0f, payload: bytes.subarray(at, at + length), isFinal: (first & 0x80) !== 0 };
  }
}

/** What a client says is masked; ours are short. */
export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const body = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, body]);
}

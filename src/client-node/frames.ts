export const OPCODES = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  opcode: number;
  payload: Buffer;
}

/** Parses a server's WebSocket frames from chunks of any size and joins fragmented messages. */
export class FrameReader {
  private bytes: Buffer = Buffer.alloc(0);
  /** Received since; joined only when the next frame is whole, since joining copies. */
  private chunks: Buffer[] = [];
  private missing = 0;
  private parts: Buffer[] = [];
  private opcode = 0;

  *feed(chunk: Buffer): Generator<Frame> {
    this.chunks.push(chunk);
    this.missing -= chunk.length;
    if (this.missing > 0) return;
    this.bytes = Buffer.concat([this.bytes, ...this.chunks]);
    this.chunks = [];
    for (let frame = this.next(); frame !== null; frame = this.next()) {
      const { opcode, payload, isFinal } = frame;
      // control frames may come between the fragments of a message
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
    if (bytes.length < 2) return this.wait(2);
    const [first = 0, second = 0] = bytes;
    let length = second & 0x7f;
    let at = 2;
    if (length === 126) {
      if (bytes.length < 4) return this.wait(4);
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return this.wait(10);
      length = Number(bytes.readBigUInt64BE(2));
      at = 10;
    }
    if (bytes.length < at + length) return this.wait(at + length);
    this.bytes = bytes.subarray(at + length);
    return { opcode: first & 0x0f, payload: bytes.subarray(at, at + length), isFinal: (first & 0x80) !== 0 };
  }

  private wait(length: number): null {
    this.missing = length - this.bytes.length;
    return null;
  }
}

/** Clients must mask their frames; ours are shorter than 126 bytes. */
export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const body = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, body]);
}

/** By the global `crypto`, which is loaded when it is used: to import node:crypto would slow every command. */
export function randomBytes(length: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
}

import type { FollowedLine, LineFollow, LinePosition } from "../machine/machine.ts";

/** Bytes per read, and the largest part of a new file that is read. */
export const PIECE_BYTES = 256 * 1024;
const LONGEST_LINE_BYTES = 4 * 1024 * 1024;
/** Larger buffers are freed after a line. */
const SPARE_BYTES = 4 * 1024;
const LINE_END = 0x0a;

export type TakeLines = Parameters<LineFollow["follow"]>[2];

/** Bytes of a file from that offset on. */
export interface LinePiece extends LinePosition {
  bytes: Uint8Array;
}

/**
 * How far a file has been read. Each piece starts with the last byte already known: if that differs, it is another
 * file, even under the same identity.
 */
export class LineReading {
  private readonly take: TakeLines;
  /** The stored position; everything after it can be read again. */
  private stored: LinePosition | null;
  private file: string | null = null;
  private readTo = 0;
  private lastByte: number | null = null;
  /** Start of the unfinished line; null if reading began in the middle of it. */
  private lineFrom: number | null = 0;
  private readonly line = new LineBuffer();
  private tooLong = false;

  constructor(from: LinePosition | null, take: TakeLines) {
    this.take = take;
    this.stored = from;
    this.goBack();
  }

  /** The position read so far; null before the first read. */
  get reached(): LinePosition | null {
    return this.file === null ? null : { file: this.file, offset: this.readTo };
  }

  /** Returns to the stored position. */
  goBack(): void {
    this.file = this.stored?.file ?? null;
    this.readFrom(this.stored?.offset ?? 0);
  }

  /** Offset from which to continue in a file of this size. */
  seek(file: string, size: number): number {
    if (this.file === null) this.begin(file, size > PIECE_BYTES ? size - PIECE_BYTES - 1 : 0);
    // first back to the stored position, then to the start of the file
    for (let times = 0; times < 2; times += 1) if (this.file !== file || size < this.readTo) this.startOver(file);
    return this.lastByte === null ? this.readTo : this.readTo - 1;
  }

  /**
   * "refused": read it again later. "misfit": it does not continue what was read; read again now from where we restart.
   */
  add({ file, offset, bytes }: LinePiece): "taken" | "refused" | "misfit" {
    if (this.file === null) this.begin(file, offset);
    const known = this.lastByte === null ? 0 : 1;
    const fits = file === this.file && offset + known === this.readTo;
    if (!fits || (known === 1 && bytes.length > 0 && bytes[0] !== this.lastByte)) {
      this.startOver(file);
      return "misfit";
    }
    const lines = this.cut(file, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(known));
    let isStored = false;
    try {
      isStored = this.store(file, lines);
    } finally {
      // also when it throws: these lines were not stored
      if (!isStored) this.goBack();
    }
    return isStored ? "taken" : "refused";
  }

  private begin(file: string, offset: number): void {
    this.file = file;
    this.readFrom(offset);
    this.lastByte = null;
    if (offset > 0) this.lineFrom = null;
  }

  private startOver(file: string): void {
    if (this.stored?.file === file && this.stored.offset !== this.readTo) this.goBack();
    else {
      this.file = file;
      this.readFrom(0);
    }
  }

  private readFrom(offset: number): void {
    this.readTo = offset;
    this.lastByte = offset > 0 ? LINE_END : null;
    this.lineFrom = offset;
    this.line.clear();
    this.tooLong = false;
  }

  /** The lines that these bytes complete. */
  private cut(file: string, bytes: Buffer): FollowedLine[] {
    const lines: FollowedLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      this.keep(bytes.subarray(from, end));
      if (this.lineFrom !== null && !this.tooLong)
        lines.push({ text: withoutReturn(this.line.text()), at: { file, offset: this.lineFrom } });
      this.line.clear();
      this.tooLong = false;
      from = end + 1;
      this.lineFrom = this.readTo + from;
    }
    this.keep(bytes.subarray(from));
    this.readTo += bytes.length;
    this.lastByte = bytes.at(-1) ?? this.lastByte;
    return lines;
  }

  private keep(bytes: Buffer): void {
    if (this.lineFrom === null || this.tooLong) return;
    this.tooLong = this.line.length + bytes.length > LONGEST_LINE_BYTES;
    if (this.tooLong) this.line.clear();
    else this.line.append(bytes);
  }

  private store(file: string, lines: FollowedLine[]): boolean {
    if (this.lineFrom === null) return true;
    const next = { file, offset: this.lineFrom };
    if (lines.length === 0 && this.stored?.file === file && this.stored.offset === next.offset) return true;
    if (!this.take(lines, next)) return false;
    this.stored = next;
    return true;
  }
}

/** Grows by doubling, so that a line arriving byte by byte is not copied at every byte. */
class LineBuffer {
  private bytes = Buffer.alloc(0);
  length = 0;

  append(more: Buffer): void {
    const length = this.length + more.length;
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    more.copy(this.bytes, this.length);
    this.length = length;
  }

  text(): string {
    return this.bytes.toString("utf8", 0, this.length);
  }

  clear(): void {
    this.length = 0;
    if (this.bytes.length > SPARE_BYTES) this.bytes = Buffer.alloc(0);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

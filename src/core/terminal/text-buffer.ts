/** A growing buffer of stripped bytes that knows where its last line begins. */
export class TextBuffer {
  bytes: Uint8Array;
  length = 0;
  /** Offset after the last line break. */
  lineStart = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes; may replace `bytes`. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** Drops everything before `from`. */
  drop(from: number): void {
    this.bytes.copyWithin(0, from, this.length);
    this.length -= from;
    this.lineStart = Math.max(0, this.lineStart - from);
  }
}

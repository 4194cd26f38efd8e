/** Bytes kept of an unfinished paste. */
const MAX_PASTED = 4 * 1024 * 1024;

/** Collects the parts of a paste until its end. */
export class PasteParts {
  private parts: Uint8Array[] = [];
  private size = 0;

  add(part: Uint8Array): void {
    this.size += part.length;
    if (this.isTooLong) this.parts = [];
    else this.parts.push(part);
  }

  /** The whole paste, or its length if it was too long to keep; then starts over. */
  end(): { bytes: Uint8Array } | { tooLong: number } {
    const all = this.isTooLong ? { tooLong: this.size } : { bytes: Buffer.concat(this.parts) };
    this.parts = [];
    this.size = 0;
    return all;
  }

  private get isTooLong(): boolean {
    return this.size > MAX_PASTED;
  }
}

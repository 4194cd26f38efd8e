/** No more is kept of a paste that has not ended. */
const MOST_PASTED = 4 * 1024 * 1024;

/** The parts of a paste until its end has come. */
export class PasteParts {
  private parts: Uint8Array[] = [];
  private size = 0;

  add(part: Uint8Array): void {
    this.size += part.length;
    if (this.isTooLong) this.parts = [];
    else this.parts.push(part);
  }

  /** All of it, or how long it was where that was too long to be kept; the next one begins anew. */
  end(): { bytes: Uint8Array } | { tooLong: number } {
    const all = this.isTooLong ? { tooLong: this.size } : { bytes: Buffer.concat(this.parts) };
    this.parts = [];
    this.size = 0;
    return all;
  }

  private get isTooLong(): boolean {
    return this.size > MOST_PASTED;
  }
}

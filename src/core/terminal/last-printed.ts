const BEL = 0x07;
const LF = 0x0a;
const CR = 0x0d;
const SO = 0x0e;
const SI = 0x0f;
const SPACE = 0x20;

/** Sequences, without their ESC, that move neither the cursor nor the cell left of it. */
const STILL = [
  // colours, cursor style, reports, saving the cursor, erasing to the right
  /^\[[^hl]*[mqncts]$/,
  /^\[0?K$/,
  // all modes but those that place the cursor
  /^\[(?!.*[?;](?:3|6|47|104[789])(?:;|.$)).*[hl]$/,
  // keypad, charsets, saving the cursor; titles and other strings
  /^[=>()7\]P^_Xk]/,
];

/**
 * Where the character printed last is: left of the cursor, at the end of the row above, or elsewhere. Only in the first
 * two places does a capture show which pen printed it.
 */
export class LastPrinted {
  private at: "left" | "row" | "above" | "elsewhere" = "elsewhere";
  /** The row has only text, printed once, from its beginning on. */
  private isPlainRow = false;

  get isLeft(): boolean {
    return this.at === "left";
  }

  get isAbove(): boolean {
    return this.at === "above";
  }

  /** The pen has changed: what was printed before does not show it. */
  forgetText(): void {
    this.at = "elsewhere";
  }

  forget(): void {
    this.at = "elsewhere";
    this.isPlainRow = false;
  }

  onByte(byte: number): void {
    if (byte >= SPACE) {
      if (this.at === "row") this.isPlainRow = false;
      this.at = "left";
    } else if (byte === CR) {
      if (this.at === "left") this.at = "row";
      else if (this.at === "elsewhere") this.isPlainRow = false;
    } else if (byte === LF) {
      this.at = this.at === "row" && this.isPlainRow ? "above" : "elsewhere";
      this.isPlainRow = true;
    } else if (byte !== BEL && byte !== SO && byte !== SI) this.forget();
  }

  /** `words`: the sequence without its ESC. */
  onSequence(words: string): void {
    if (!STILL.some((pattern) => pattern.test(words))) this.forget();
  }
}

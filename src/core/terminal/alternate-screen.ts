/** Bytes that went to one of the terminal's two screens. */
export interface ScreenSegment {
  alternate: boolean;
  bytes: Uint8Array;
}

export interface ScreenSplitter {
  readonly alternate: boolean;
  feed(bytes: Uint8Array): ScreenSegment[];
}

const ESC = 0x1b;
const MODES: readonly number[] = [47, 1047, 1049];

/** Splits output at the sequences that enter and leave the alternate screen (CSI ? 1049 h and its older forms). */
export function createScreenSplitter(alternate: boolean): ScreenSplitter {
  return new Splitter(alternate);
}

type Place = "text" | "escape" | "bracket" | "private";

class Splitter implements ScreenSplitter {
  alternate: boolean;
  private place: Place = "text";
  private mode = 0;
  private switches = false;

  constructor(alternate: boolean) {
    this.alternate = alternate;
  }

  feed(bytes: Uint8Array): ScreenSegment[] {
    const segments: ScreenSegment[] = [];
    let from = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.place === "text") {
        index = bytes.indexOf(ESC, index);
        if (index === -1) break;
        this.place = "escape";
      } else if (this.step(bytes[index] as number)) {
        segments.push({ alternate: this.alternate, bytes: bytes.subarray(from, index + 1) });
        this.alternate = !this.alternate;
        from = index + 1;
      }
    }
    if (from < bytes.length) segments.push({ alternate: this.alternate, bytes: bytes.subarray(from) });
    return segments;
  }

  /** Processes one byte of a sequence; true if it completes a switch to the other screen. */
  private step(byte: number): boolean {
    if (byte === ESC) return this.enter("escape");
    switch (this.place) {
      case "escape":
        return this.enter(byte === 0x5b ? "bracket" : "text");
      case "bracket":
        this.mode = 0;
        this.switches = false;
        return this.enter(byte === 0x3f ? "private" : "text");
      case "private":
        return this.readMode(byte);
      case "text":
        return false;
      default:
        return this.place satisfies never;
    }
  }

  private readMode(byte: number): boolean {
    if (byte >= 0x30 && byte <= 0x39) {
      this.mode = Math.min(this.mode * 10 + byte - 0x30, 100_000);
      return false;
    }
    this.switches ||= MODES.includes(this.mode);
    this.mode = 0;
    if (byte === 0x3b) return false;
    this.enter("text");
    const wanted = byte === 0x68 ? true : byte === 0x6c ? false : null;
    return this.switches && wanted !== null && wanted !== this.alternate;
  }

  private enter(place: Place): false {
    this.place = place;
    return false;
  }
}

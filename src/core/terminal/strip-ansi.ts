import { decodeUtf8 } from "./decode-utf8.ts";
import { TextBuffer } from "./text-buffer.ts";

const BEL = 0x07;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const SPACE = 0x20;
const DEL = 0x7f;

type State = "ground" | "escape" | "escape-intermediate" | "csi" | "osc" | "osc-escape" | "string";
/** Which parameters of a control sequence are read: only the first, and only in a standard sequence. */
type Parameters = "first" | "later" | "private";

const MAX_MOVE = 200;
const MAX_OSC = 8 * 1024;
// limits a stray ESC P, as from a binary file, which would otherwise swallow all later output
const MAX_STRING = 64 * 1024;

export interface StripOptions {
  /** Called with every complete OSC string of up to 8 KB, without introducer and terminator. */
  onOsc?: ((text: string) => void) | undefined;
}

/** Returns `bytes` without escape sequences. */
export function stripAnsi(bytes: Uint8Array): Uint8Array {
  const text = new TextBuffer(bytes.length);
  new AnsiStripper().strip(bytes, 0, bytes.length, text);
  return text.bytes.subarray(0, text.length);
}

/**
 * ECMA-48 as a state machine over bytes that can pause at any byte. Bytes from 0x80 on are text, because streams are
 * UTF-8. Cursor movements that separate words or lines become spaces and line breaks; other sequences are dropped.
 */
export class AnsiStripper {
  private state: State = "ground";
  private parameters: Parameters = "first";
  private count = 0;
  private stringLength = 0;
  private readonly onOsc: StripOptions["onOsc"];
  private readonly osc: TextBuffer | null;

  constructor(options: StripOptions = {}) {
    this.onOsc = options.onOsc;
    this.osc = options.onOsc ? new TextBuffer(256) : null;
  }

  /** Appends the text of `bytes[from..to)` to `text`. */
  strip(bytes: Uint8Array, from: number, to: number, text: TextBuffer): void {
    text.reserve(to - from);
    let at = from;
    while (at < to) {
      switch (this.state) {
        case "ground":
          at = this.copyText(bytes, at, to, text);
          break;
        case "csi":
          at = this.readCsi(bytes, at, to, text);
          break;
        case "osc":
        case "string":
          at = this.skipString(bytes, at, to);
          break;
        case "escape":
        case "escape-intermediate":
        case "osc-escape":
          at = this.readEscape(bytes, at, text);
          break;
        default:
          this.state satisfies never;
      }
    }
  }

  private copyText(bytes: Uint8Array, from: number, to: number, text: TextBuffer): number {
    const out = text.bytes;
    let length = text.length;
    let at = from;
    while (at < to) {
      const byte = bytes[at++] as number;
      if (byte >= SPACE && byte !== DEL) {
        out[length++] = byte;
      } else if (byte === ESC) {
        this.state = "escape";
        break;
      } else if (byte === LF || byte === CR) {
        out[length++] = byte;
        text.lineStart = length;
      } else if (byte === TAB) {
        out[length++] = SPACE;
      }
    }
    text.length = length;
    return at;
  }

  private readEscape(bytes: Uint8Array, at: number, text: TextBuffer): number {
    const byte = bytes[at] as number;
    if (this.state === "osc-escape") {
      this.state = "escape";
      if (byte === 0x5c) this.tellOsc();
    }
    if (byte < SPACE) {
      this.obey(byte, text);
    } else if (byte >= 0x80) {
      this.state = "ground";
      return at;
    } else if (byte < 0x30) {
      this.state = "escape-intermediate";
    } else if (byte !== DEL) {
      this.state = this.state === "escape" ? this.introduce(byte) : "ground";
    }
    return at + 1;
  }

  private introduce(byte: number): State {
    switch (byte) {
      case 0x5b: // [ CSI
        this.parameters = "first";
        this.count = 0;
        return "csi";
      case 0x5d: // ] OSC
        this.stringLength = 0;
        if (this.osc) this.osc.length = 0;
        return "osc";
      case 0x50: // P DCS
      case 0x58: // X SOS
      case 0x5e: // ^ PM
      case 0x5f: // _ APC
      case 0x6b: // k: the window title of screen and tmux, not in ECMA-48
        this.stringLength = 0;
        return "string";
      default:
        return "ground";
    }
  }

  private readCsi(bytes: Uint8Array, from: number, to: number, text: TextBuffer): number {
    let at = from;
    while (at < to) {
      const byte = bytes[at] as number;
      if (byte >= 0x80) {
        this.state = "ground";
        return at;
      }
      at++;
      if (byte >= 0x40) {
        if (byte === DEL) continue;
        this.state = "ground";
        this.move(byte, to - at, text);
        return at;
      }
      if (byte < SPACE) {
        this.obey(byte, text);
        if (this.state !== "csi") return at;
      } else {
        this.readParameter(byte);
      }
    }
    return at;
  }

  private readParameter(byte: number): void {
    if (byte < 0x30 || byte >= 0x3c) {
      this.parameters = "private";
    } else if (this.parameters === "first") {
      if (byte <= 0x39) this.count = Math.min(this.count * 10 + byte - 0x30, MAX_MOVE);
      else this.parameters = "later";
    }
  }

  /** `remaining` bytes follow and need space in the buffer too. */
  private move(final: number, remaining: number, text: TextBuffer): void {
    if (final !== 0x43 && final !== 0x42 && final !== 0x45) return;
    if (this.parameters === "private") return;
    const count = Math.max(1, this.count);
    text.reserve(count + remaining);
    const forward = final === 0x43;
    text.bytes.fill(forward ? SPACE : LF, text.length, text.length + count);
    text.length += count;
    if (!forward) text.lineStart = text.length;
  }

  private skipString(bytes: Uint8Array, from: number, to: number): number {
    const limit = Math.min(to, from + MAX_STRING - this.stringLength);
    let at = from;
    while (at < limit) {
      const byte = bytes[at] as number;
      if (byte < SPACE && this.endsString(byte)) break;
      at++;
    }
    this.stringLength += at - from;
    if (this.osc && this.state === "osc") this.keepOsc(this.osc, bytes.subarray(from, at));
    if (at < limit) {
      this.endString(bytes[at] as number);
      return at + 1;
    }
    if (this.stringLength >= MAX_STRING) this.state = "ground";
    return at;
  }

  private endsString(byte: number): boolean {
    return byte === ESC || byte === CAN || byte === SUB || (byte === BEL && this.state === "osc");
  }

  private endString(byte: number): void {
    if (byte === ESC) {
      this.state = this.state === "osc" ? "osc-escape" : "escape";
      return;
    }
    this.state = "ground";
    if (byte === BEL) this.tellOsc();
  }

  private keepOsc(osc: TextBuffer, part: Uint8Array): void {
    if (this.stringLength > MAX_OSC) return;
    osc.reserve(part.length);
    osc.bytes.set(part, osc.length);
    osc.length += part.length;
  }

  private tellOsc(): void {
    if (this.osc && this.stringLength <= MAX_OSC) this.onOsc?.(decodeUtf8(this.osc.bytes, 0, this.osc.length));
  }

  /** A control character inside a sequence acts as if it came before the sequence. */
  private obey(byte: number, text: TextBuffer): void {
    if (byte === ESC) {
      this.state = "escape";
    } else if (byte === CAN || byte === SUB) {
      this.state = "ground";
    } else if (byte === LF || byte === CR) {
      text.bytes[text.length++] = byte;
      text.lineStart = text.length;
    } else if (byte === TAB) {
      text.bytes[text.length++] = SPACE;
    }
  }
}

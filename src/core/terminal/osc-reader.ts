import { decodeUtf8 } from "./decode-utf8.ts";

/** An operating system command written by a program to its terminal: `ESC ] code ; text ST`. */
export interface OscMessage {
  code: number;
  text: string;
}

export interface OscReader {
  feed(bytes: Uint8Array): OscMessage[];
}

const ESC = 0x1b;
const BEL = 0x07;
const BRACKET = 0x5d;
const SEMICOLON = 0x3b;
const LONGEST = 4_096;

/** Finds the commands in a stream, in any chunking. Inside tmux's passthrough (`DCS tmux;`) they have the same form. */
export function createOscReader(codes: readonly number[]): OscReader {
  return new Reader(new Set(codes));
}

type Place = "text" | "escape" | "code" | "body" | "ending" | "skipped" | "skip-ending";

class Reader implements OscReader {
  private readonly codes: ReadonlySet<number>;
  private place: Place = "text";
  private code = 0;
  private body: number[] = [];

  constructor(codes: ReadonlySet<number>) {
    this.codes = codes;
  }

  feed(bytes: Uint8Array): OscMessage[] {
    const found: OscMessage[] = [];
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.place === "text") {
        index = bytes.indexOf(ESC, index);
        if (index === -1) break;
        this.place = "escape";
      } else if (this.step(bytes[index] as number)) {
        found.push({ code: this.code, text: decodeUtf8(Uint8Array.from(this.body)) });
      }
    }
    return found;
  }

  /** Processes one byte of a sequence; true if it completes a wanted command. */
  private step(byte: number): boolean {
    switch (this.place) {
      case "escape":
        if (byte === ESC) return false;
        this.code = 0;
        this.body = [];
        return this.enter(byte === BRACKET ? "code" : "text");
      case "code":
        return this.readCode(byte);
      case "body":
        if (byte === ESC) return this.enter("ending");
        if (byte === BEL) return this.finish();
        if (this.body.length === LONGEST) return this.enter("skipped");
        this.body.push(byte);
        return false;
      case "ending":
        // in tmux's passthrough each escape is doubled
        if (byte === ESC) return false;
        if (byte === 0x5c) return this.finish();
        this.place = "escape";
        return this.step(byte);
      case "skipped":
        return this.enter(byte === ESC ? "skip-ending" : byte === BEL ? "text" : "skipped");
      case "skip-ending":
        if (byte === ESC) return false;
        this.place = byte === 0x5c ? "text" : "escape";
        return this.place === "escape" && this.step(byte);
      case "text":
        return false;
      default:
        return this.place satisfies never;
    }
  }

  private readCode(byte: number): boolean {
    if (byte >= 0x30 && byte <= 0x39) {
      this.code = Math.min(this.code * 10 + byte - 0x30, 1_000_000);
      return false;
    }
    if (byte === ESC) return this.enter("escape");
    if (byte === BEL) return this.enter("text");
    return this.enter(byte === SEMICOLON && this.codes.has(this.code) ? "body" : "skipped");
  }

  private finish(): true {
    this.place = "text";
    return true;
  }

  private enter(place: Place): false {
    this.place = place;
    return false;
  }
}

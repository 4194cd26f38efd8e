import { partialCharacter } from "./partial-character.ts";

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const SPACE = 0x20;
const DEL = 0x7f;
const BACKSLASH = 0x5c;
const NOTHING = new Uint8Array(0);

/** A sequence that is longer, such as a picture, is let through in pieces. */
export const MOST_HELD = 64 * 1024;

type State = "ground" | "escape" | "intermediate" | "csi" | "osc" | "string" | "string-escape";

export interface SplitEvents {
  /** A whole escape sequence, `bytes[from..to)`; of one that was too long to be held nothing is told. */
  onSequence?(bytes: Uint8Array, from: number, to: number): void;
  /** Some of `bytes[from..to)` between escape sequences. */
  onText?(bytes: Uint8Array, from: number, to: number): void;
}

/**
 * Cuts a stream only where neither an escape sequence nor a character of UTF-8 is parted: what is unfinished is held until
 * its end comes. Nothing is added, left out or changed.
 */
export class SequenceSplitter {
  private readonly events: SplitEvents;
  private state: State = "ground";
  /** What is unfinished, from its first byte on. */
  private rest: Uint8Array = NOTHING;
  /** Where in the bytes at hand that begins. */
  private start = 0;
  /** The beginning of the sequence under way is gone already: it is too long. */
  private passing = false;

  constructor(events: SplitEvents = {}) {
    this.events = events;
  }

  get held(): Uint8Array {
    return this.rest;
  }

  /** A sequence that is too long to be held is under way. */
  get isPassing(): boolean {
    return this.passing;
  }

  /** All that is whole by now. */
  feed(chunk: Uint8Array): Uint8Array {
    const known = this.rest.length;
    const bytes = known === 0 ? chunk : joined(this.rest, chunk);
    this.start = 0;
    // a character is read again from its first byte on, a sequence where it stopped
    let at = this.state === "ground" ? 0 : known;
    while (at < bytes.length) at = this.state === "ground" ? this.readText(bytes, at) : this.readSequence(bytes, at);
    return this.cut(bytes);
  }

  /** Forgets what is held: somebody knows better what is unfinished. */
  restart(unfinished: Uint8Array): void {
    this.state = "ground";
    this.passing = false;
    this.rest = NOTHING;
    this.feed(unfinished);
  }

  private readText(bytes: Uint8Array, from: number): number {
    const begins = bytes.indexOf(ESC, from);
    const end = begins < 0 ? bytes.length - partialCharacter(bytes, from) : begins;
    if (end > from) this.events.onText?.(bytes, from, end);
    this.start = end;
    if (begins < 0) return bytes.length;
    const csiEnd = plainCsi(bytes, begins);
    this.state = "escape";
    return csiEnd > 0 ? this.finish(bytes, csiEnd, true) : begins + 1;
  }

  private readSequence(bytes: Uint8Array, from: number): number {
    const at = this.state === "osc" || this.state === "string" ? this.skipString(bytes, from) : from;
    if (at === bytes.length) return at;
    const byte = bytes[at] as number;
    if (this.state === "string-escape") {
      if (byte === BACKSLASH) return this.finish(bytes, at + 1, true);
      return this.begin(at - 1);
    }
    if (byte === ESC) {
      if (this.state !== "osc" && this.state !== "string") return this.begin(at);
      this.state = "string-escape";
      return at + 1;
    }
    if (byte === CAN || byte === SUB) return this.finish(bytes, at + 1, false);
    if (byte === BEL && this.state === "osc") return this.finish(bytes, at + 1, true);
    // streams are UTF-8: this is no control character, and breaks off what it stands in
    if (byte >= 0x80) return this.finish(bytes, at, false);
    return byte < SPACE || byte === DEL ? at + 1 : this.readWord(bytes, at, byte);
  }

  private readWord(bytes: Uint8Array, at: number, byte: number): number {
    if (this.state === "csi") return byte >= 0x40 ? this.finish(bytes, at + 1, true) : at + 1;
    if (byte < 0x30) {
      this.state = "intermediate";
      return at + 1;
    }
    const next = this.state === "escape" ? introduced(byte) : "ground";
    if (next === "ground") return this.finish(bytes, at + 1, true);
    this.state = next;
    return at + 1;
  }

  private skipString(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === ESC || byte === CAN || byte === SUB || (byte === BEL && this.state === "osc")) return at;
    }
    return bytes.length;
  }

  /** An ESC begins a sequence, whatever it stands in. */
  private begin(at: number): number {
    this.start = at;
    this.passing = false;
    this.state = "escape";
    return at + 1;
  }

  private finish(bytes: Uint8Array, at: number, isWhole: boolean): number {
    if (isWhole && !this.passing) this.events.onSequence?.(bytes, this.start, at);
    this.state = "ground";
    this.passing = false;
    this.start = at;
    return at;
  }

  private cut(bytes: Uint8Array): Uint8Array {
    if (this.state !== "ground" && bytes.length - this.start > MOST_HELD) this.passing = true;
    // the ESC at the end may be the beginning of another sequence
    if (this.passing) this.start = bytes.length - (this.state === "string-escape" ? 1 : 0);
    this.rest = this.start === bytes.length ? NOTHING : bytes.slice(this.start);
    return bytes.subarray(0, this.start);
  }
}

/** Where a control sequence ends that is all there and has nothing odd in it, which nearly all are; 0 for others. */
function plainCsi(bytes: Uint8Array, from: number): number {
  if (bytes[from + 1] !== 0x5b) return 0;
  for (let at = from + 2; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < SPACE || byte >= DEL) return 0;
    if (byte >= 0x40) return at + 1;
  }
  return 0;
}

function introduced(byte: number): State {
  switch (byte) {
    case 0x5b: // [ CSI
      return "csi";
    case 0x5d: // ] OSC
      return "osc";
    case 0x50: // P DCS
    case 0x58: // X SOS
    case 0x5e: // ^ PM
    case 0x5f: // _ APC
    case 0x6b: // k: tmux's own title
      return "string";
    default:
      return "ground";
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

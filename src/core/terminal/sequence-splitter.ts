import { partialCharacter } from "./partial-character.ts";

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const SPACE = 0x20;
const DEL = 0x7f;
const BACKSLASH = 0x5c;
const NOTHING = new Uint8Array(0);

/** Bytes; a longer sequence, such as an image, is passed on in pieces. */
export const MAX_HELD_BYTES = 64 * 1024;

type State = "ground" | "escape" | "intermediate" | "csi" | "osc" | "string" | "string-escape";

export interface SplitEvents {
  /** A complete escape sequence, `bytes[from..to)`; not called for one that was too long to be held. */
  onSequence?(bytes: Uint8Array, from: number, to: number): void;
  /** Text between escape sequences, `bytes[from..to)`, perhaps only part of it. */
  onText?(bytes: Uint8Array, from: number, to: number): void;
}

/**
 * Cuts a stream only where this splits neither an escape sequence nor a UTF-8 character: an incomplete one is held
 * until it is complete. Nothing is added, dropped or changed.
 */
export class SequenceSplitter {
  private readonly events: SplitEvents;
  private state: State = "ground";
  /** The incomplete part, from its first byte on. */
  private rest: Uint8Array = NOTHING;
  /** Offset of that part in the current bytes. */
  private start = 0;
  /** The beginning of the current sequence was already passed on, because it is too long. */
  private passing = false;

  constructor(events: SplitEvents = {}) {
    this.events = events;
  }

  get held(): Uint8Array {
    return this.rest;
  }

  /** Whether the current sequence is too long to be held. */
  get isPassing(): boolean {
    return this.passing;
  }

  /** Returns everything that is complete by now. */
  feed(chunk: Uint8Array): Uint8Array {
    const known = this.rest.length;
    const bytes = known === 0 ? chunk : joined(this.rest, chunk);
    this.start = 0;
    // an incomplete character is read again from its first byte, a sequence continues where it stopped
    let at = this.state === "ground" ? 0 : known;
    while (at < bytes.length) at = this.state === "ground" ? this.readText(bytes, at) : this.readSequence(bytes, at);
    return this.cut(bytes);
  }

  /** Discards what is held and continues with the given incomplete sequence. */
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
    // streams are UTF-8: this byte is text and aborts the sequence
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

  /** An ESC begins a new sequence, even inside another. */
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
    if (this.state !== "ground" && bytes.length - this.start > MAX_HELD_BYTES) this.passing = true;
    // the ESC at the end may begin another sequence
    if (this.passing) this.start = bytes.length - (this.state === "string-escape" ? 1 : 0);
    this.rest = this.start === bytes.length ? NOTHING : bytes.slice(this.start);
    return bytes.subarray(0, this.start);
  }
}

/** End of a complete control sequence without unusual bytes, which nearly all are; 0 for others. */
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

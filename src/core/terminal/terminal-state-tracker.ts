import { LastPrinted } from "./last-printed.ts";
import { Pen } from "./pen.ts";
import type { SplitEvents } from "./sequence-splitter.ts";

const SO = 0x0e;
const SI = 0x0f;
const SPACE = 0x20;
const ZERO = 0x30;
const SEMICOLON = 0x3b;
const CSI = 0x5b;
const SGR = 0x6d;
/** Focus reports and bracketed paste: modes that tmux does not report. */
const MODES = new Set(["1004", "2004"]);
/** Modes that switch between the two screens. */
const SCREENS = new Set(["47", "1047", "1049"]);
const LONGEST = 128;
const MAX_UNREAD = 64;

interface Looks {
  pen: Pen;
  /** Parameters received since, applied only when the pen is needed. */
  unread: string[];
  /** False if part of it is guessed. */
  known: boolean;
  charsets: { g0: string; g1: string; shifted: boolean };
}

/** Tracks from a pane's stream what tmux does not report: the pen of the next character and some modes. */
export class TerminalStateTracker implements SplitEvents {
  private looks: Looks = { ...fresh(), known: false };
  private saved: Looks | null = null;
  private readonly modes = new Map<string, boolean>();
  private cursorStyle = "";
  /** Text was printed with a guessed pen. */
  private guessed = false;
  /** The text printed with a guessed pen, which may show that pen. */
  private readonly printed = new LastPrinted();
  /** The cursor was restored to a position whose saving was not seen. */
  private strayed = false;
  /** The saving of the current cursor position was seen by viewers; each screen has its own. */
  private keptInSight = false;
  private alternate = false;

  /** Viewers may show something wrong: the pane should be captured again. */
  get isInDoubt(): boolean {
    return this.guessed || this.strayed;
  }

  onText(bytes: Uint8Array, from: number, to: number): void {
    const { looks } = this;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (byte === SO || byte === SI) looks.charsets.shifted = byte === SO;
      if (looks.known) continue;
      this.printed.onByte(byte);
      if (byte >= SPACE) this.guessed = true;
    }
  }

  onSequence(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > LONGEST) return;
    if (bytes[to - 1] === SGR && bytes[from + 1] === CSI && this.dyed(bytes, from + 2, to - 1)) return;
    const words = String.fromCharCode(...bytes.subarray(from + 1, to));
    this.printed.onSequence(words);
    if (words.startsWith("[")) this.obey(words.slice(1, -1), words.at(-1) ?? "");
    else if (words === "7") this.save();
    else if (words === "8") this.restore();
    else if (words === "c") this.forget();
    else if (words.startsWith("(")) this.looks.charsets.g0 = words.slice(1);
    else if (words.startsWith(")")) this.looks.charsets.g1 = words.slice(1);
  }

  /**
   * Compares with a capture of the pane; `penAt` finds the pen of a cell there. True if viewers may have been shown
   * something wrong.
   */
  settle(penAt: (place: "left" | "above") => Pen | null, alternate = this.alternate): boolean {
    this.alternate = alternate;
    const { guessed, printed } = this;
    const isSeen = printed.isLeft || printed.isAbove;
    const seen = penAt(printed.isAbove ? "above" : "left");
    const looks = read(this.looks);
    const wasStray = this.strayed;
    this.strayed = false;
    this.guessed = false;
    if (looks.known) return wasStray || guessed;
    const isRight = seen !== null && String(seen) === String(looks.pen);
    looks.pen = seen ?? new Pen();
    // a capture shows the pen only by what it has drawn
    looks.known = isSeen && seen !== null;
    printed.forgetText();
    return wasStray || (guessed && !(isSeen && isRight));
  }

  /** A viewer starts here and has seen nothing before. */
  begin(): void {
    this.keptInSight = false;
  }

  /** Output was lost: what it changed is unknown. */
  lose(): void {
    this.looks.known = false;
    this.saved = null;
    this.keptInSight = false;
    this.guessed = false;
    this.printed.forget();
  }

  toString(): string {
    const { pen, charsets } = read(this.looks);
    const modes = [...this.modes].map(([mode, on]) => `\x1b[?${mode}${on ? "h" : "l"}`).join("");
    const style = this.cursorStyle === "" ? "" : `\x1b[${this.cursorStyle}q`;
    return `${modes}${style}\x1b(${charsets.g0}\x1b)${charsets.g1}${charsets.shifted ? "\x0e" : "\x0f"}${pen}`;
  }

  private obey(parameters: string, final: string): void {
    if (final === "q" && parameters.endsWith(" ")) this.cursorStyle = parameters;
    else if (final === "s" && parameters === "") this.save();
    else if (final === "u" && parameters === "") this.restore();
    else if ((final === "h" || final === "l") && parameters.startsWith("?"))
      for (const mode of parameters.slice(1).split(";")) this.setMode(mode, final === "h");
  }

  /** Fast path, because a stream may consist of these: most only reset the pen. */
  private dyed(bytes: Uint8Array, from: number, to: number): boolean {
    const { looks } = this;
    if (from === to || (to - from === 1 && bytes[from] === ZERO)) {
      looks.pen.clear();
      looks.unread.length = 0;
      looks.known = true;
    } else {
      let parameters = "";
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at] as number;
        if (byte < ZERO || byte > SEMICOLON) return false;
        parameters += String.fromCharCode(byte);
      }
      looks.unread.push(parameters);
      if (!looks.known || looks.unread.length > MAX_UNREAD) read(looks);
    }
    this.printed.forgetText();
    return true;
  }

  private setMode(mode: string, on: boolean): void {
    if (MODES.has(mode)) this.modes.set(mode, on);
    // these modes save cursor and pen when set, and restore them when reset
    if (mode === "1048" && on) this.save();
    else if (mode === "1048") this.restore();
    else if (mode === "1049" && on) this.saved = copyOf(this.looks);
    else if (mode === "1049") this.leave();
    if (!SCREENS.has(mode)) return;
    this.alternate = on;
    this.keptInSight = false;
  }

  private save(): void {
    this.saved = copyOf(this.looks);
    this.keptInSight = true;
  }

  private restore(): void {
    this.bringBack();
    this.strayed ||= !this.keptInSight;
  }

  /** On the main screen, tmux restores the cursor from before the last alternate screen, if there was one. */
  private leave(): void {
    this.bringBack();
    this.strayed ||= !this.alternate;
  }

  private bringBack(): void {
    if (this.saved === null) this.looks.known = false;
    else this.looks = copyOf(this.saved);
    this.printed.forget();
  }

  private forget(): void {
    this.looks = fresh();
    this.saved = null;
    this.keptInSight = false;
    this.alternate = false;
    this.modes.clear();
    this.cursorStyle = "";
  }
}

function fresh(): Looks {
  return { pen: new Pen(), unread: [], known: true, charsets: { g0: "B", g1: "B", shifted: false } };
}

function copyOf(looks: Looks): Looks {
  const { pen, known, charsets } = read(looks);
  return { pen: pen.copy(), unread: [], known, charsets: { ...charsets } };
}

function read(looks: Looks): Looks {
  for (const parameters of looks.unread) looks.known = looks.pen.apply(parameters) || looks.known;
  looks.unread.length = 0;
  return looks;
}

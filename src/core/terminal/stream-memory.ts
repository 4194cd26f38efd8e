import { Pen } from "./pen.ts";
import type { SplitEvents } from "./sequence-splitter.ts";

const SO = 0x0e;
const SI = 0x0f;
const SPACE = 0x20;
const ZERO = 0x30;
const SEMICOLON = 0x3b;
const CSI = 0x5b;
const SGR = 0x6d;
/** Focus reports and bracketed paste: modes that tmux keeps to itself. */
const MODES = new Set(["1004", "2004"]);
/** Those that go to the other screen and back. */
const SCREENS = new Set(["47", "1047", "1049"]);
const LONGEST = 128;
const MOST_UNREAD = 64;

interface Looks {
  pen: Pen;
  /** What was said of it since; looked at when somebody wants to know. */
  unread: string[];
  /** Nothing of it is a guess. */
  known: boolean;
  charsets: { g0: string; g1: string; shifted: boolean };
}

/** What a pane's stream has told of its terminal and tmux does not: how the next character looks, and some modes. */
export class StreamMemory implements SplitEvents {
  private looks: Looks = { ...fresh(), known: false };
  private saved: Looks | null = null;
  private readonly modes = new Map<string, boolean>();
  private cursorStyle = "";
  /** Something was printed with a pen that was guessed. */
  private guessed = false;
  /** What was printed last was printed with the pen as it is. */
  private used = false;
  /** The cursor has gone back to a place that nobody saw being kept. */
  private strayed = false;
  /** Whoever reads along has seen the place being kept to which the cursor would go back; each screen keeps its own. */
  private keptInSight = false;
  private alternate = false;

  /** What is shown elsewhere may be wrong: somebody should look. */
  get isInDoubt(): boolean {
    return this.guessed || this.strayed;
  }

  onText(bytes: Uint8Array, from: number, to: number): void {
    const { looks } = this;
    let isDrawn = false;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (byte >= SPACE) isDrawn = true;
      else if (byte === SO || byte === SI) looks.charsets.shifted = byte === SO;
    }
    if (!isDrawn || looks.known) return;
    this.guessed = true;
    this.used = true;
  }

  onSequence(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > LONGEST) return;
    if (bytes[to - 1] === SGR && bytes[from + 1] === CSI && this.dyed(bytes, from + 2, to - 1)) return;
    const words = String.fromCharCode(...bytes.subarray(from + 1, to));
    if (words.startsWith("[")) this.obey(words.slice(1, -1), words.at(-1) ?? "");
    else if (words === "7") this.save();
    else if (words === "8") this.restore();
    else if (words === "c") this.forget();
    else if (words.startsWith("(")) this.looks.charsets.g0 = words.slice(1);
    else if (words.startsWith(")")) this.looks.charsets.g1 = words.slice(1);
  }

  /**
   * A look at the pane, and how the last cell that was printed looks there. True if whoever was shown something may have been
   * shown it wrong.
   */
  settle(seen: Pen | null, alternate = this.alternate): boolean {
    this.alternate = alternate;
    const { guessed, used } = this;
    const looks = read(this.looks);
    const wasStray = this.strayed;
    this.strayed = false;
    this.guessed = false;
    if (looks.known) return wasStray || guessed;
    const isRight = seen !== null && String(seen) === String(looks.pen);
    looks.pen = seen ?? new Pen();
    // a pen is seen by what it has drawn
    looks.known = used && seen !== null;
    this.used = false;
    return wasStray || (guessed && !(used && isRight));
  }

  /** Somebody begins here, and has seen nothing of what was before. */
  begin(): void {
    this.keptInSight = false;
  }

  /** Whether something was printed since the pen was last changed, so that a look can tell how it is. */
  get hasDrawn(): boolean {
    return this.used;
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

  /** Quick, because a stream may be made of these: most only set the looks back. */
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
      if (!looks.known || looks.unread.length > MOST_UNREAD) read(looks);
    }
    this.used = false;
    return true;
  }

  private setMode(mode: string, on: boolean): void {
    if (MODES.has(mode)) this.modes.set(mode, on);
    // these keep cursor and looks on the way in, and bring them back on the way out
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

  /** On the main screen already, tmux has the cursor go where it was before the other one, if it ever was there. */
  private leave(): void {
    this.bringBack();
    this.strayed ||= !this.alternate;
  }

  private bringBack(): void {
    if (this.saved === null) this.looks.known = false;
    else this.looks = copyOf(this.saved);
    this.used = false;
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

import { bootstrapText, penOnScreen } from "../../core/terminal/bootstrap-text.ts";
import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import { SequenceSplitter } from "../../core/terminal/sequence-splitter.ts";
import { TerminalStateTracker } from "../../core/terminal/terminal-state-tracker.ts";
import { unescapeOutput } from "../../core/terminal/unescape-output.ts";
import type { Clock } from "../base/clock.ts";

const ESC = 0x1b;
/** tmux abandons an unfinished escape sequence after this time. */
const GIVEN_UP_MS = 5_000;

/** A pane's output, split between sequences, with byte offsets, and the state needed to begin at any offset. */
export class NumberedOutput {
  private readonly clock: Clock;
  private readonly memory = new TerminalStateTracker();
  private readonly splitter = new SequenceSplitter(this.memory);
  private next = 0;
  private parts: Uint8Array[] = [];
  /** Since when the unfinished sequence is held. */
  private heldSince = 0;
  /** Nothing received yet: the first bytes may end a character whose beginning was missed. */
  private isBlind = true;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.next;
  }

  /** Viewers may show it wrongly: check with a capture. */
  get isInDoubt(): boolean {
    return this.memory.isInDoubt;
  }

  /** False if tmux may interpret these bytes differently from viewers. */
  feed(chunk: Uint8Array): boolean {
    const now = this.clock.now();
    const [first = 0] = chunk;
    const isTorn = this.isBlind && first >= 0x80 && first < 0xc0;
    const isLate = this.splitter.held[0] === ESC && now - this.heldSince > GIVEN_UP_MS;
    if (this.splitter.held.length === 0) this.heldSince = now;
    this.isBlind = false;
    const whole = this.splitter.feed(chunk);
    if (whole.length > 0) this.parts.push(whole);
    return !isTorn && !isLate;
  }

  /** All complete output not taken yet. */
  take(): { offset: number; bytes: Uint8Array } | null {
    const [first, ...others] = this.parts;
    if (first === undefined) return null;
    const bytes = others.length === 0 ? first : Buffer.concat(this.parts);
    const offset = this.next;
    this.parts = [];
    this.next += bytes.length;
    return { offset, bytes };
  }

  /** Takes a capture made right after the taken output. True if viewers may show something else. */
  settle(capture: ScreenCapture): boolean {
    const isAnother = this.resume(Buffer.from(capture.unfinished));
    const looksWrong = this.memory.settle((place) => penOnScreen(capture, place), capture.facts.alternate);
    return isAnother || looksWrong;
  }

  /** As `settle`, but output right before the capture was lost: drops what is held of it. */
  restart(capture: ScreenCapture): void {
    const escaped = Buffer.from(capture.unfinished);
    this.splitter.restart(unescapeOutput(escaped, 0, escaped.length));
    this.heldSince = this.clock.now();
    this.isBlind = true;
    this.memory.lose();
    this.memory.settle((place) => penOnScreen(capture, place), capture.facts.alternate);
  }

  /** The bytes for a viewer that begins here. */
  bootstrap(capture: ScreenCapture): Uint8Array {
    this.memory.begin();
    return Buffer.from(bootstrapText(capture, this.memory));
  }

  /** Continues from tmux's unfinished sequence. True if it differs from ours: tmux has abandoned the one we hold. */
  private resume(escaped: Uint8Array): boolean {
    const { held } = this.splitter;
    const unfinished = unescapeOutput(escaped, 0, escaped.length);
    // tmux does not report partial characters
    const isCharacter = held.length > 0 && held[0] !== ESC;
    if (isCharacter || this.splitter.isPassing || Buffer.compare(held, unfinished) === 0) return false;
    this.splitter.restart(unfinished);
    this.heldSince = this.clock.now();
    return true;
  }
}

import { bootstrapText, penOnScreen } from "../../core/terminal/bootstrap-text.ts";
import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import { SequenceSplitter } from "../../core/terminal/sequence-splitter.ts";
import { StreamMemory } from "../../core/terminal/stream-memory.ts";
import { unescapeOutput } from "../../core/terminal/unescape-output.ts";
import type { Clock } from "../clock.ts";

const ESC = 0x1b;
/** tmux gives up an escape sequence that has not ended by then. */
const GIVEN_UP_MS = 5_000;

/** What a pane prints, cut where nothing is parted, each byte with its number; and what must be known of it to begin anywhere. */
export class NumberedOutput {
  private readonly clock: Clock;
  private readonly memory = new StreamMemory();
  private readonly splitter = new SequenceSplitter(this.memory);
  private next = 0;
  private parts: Uint8Array[] = [];
  /** When what is unfinished began to be so. */
  private heldSince = 0;
  /** Nothing was heard yet: the first bytes may end a character whose beginning nobody saw. */
  private isBlind = true;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The number of the next byte that is taken. */
  get offset(): number {
    return this.next;
  }

  /** What was shown of it may look wrong: tmux should be asked. */
  get isInDoubt(): boolean {
    return this.memory.isInDoubt;
  }

  /** False where tmux may see something else in these bytes than whoever has read along. */
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

  /** All that is whole and was not taken yet. */
  take(): { offset: number; bytes: Uint8Array } | null {
    const [first, ...others] = this.parts;
    if (first === undefined) return null;
    const bytes = others.length === 0 ? first : Buffer.concat(this.parts);
    const offset = this.next;
    this.parts = [];
    this.next += bytes.length;
    return { offset, bytes };
  }

  /** tmux shows this after all that was taken. True if whoever has read along may be shown something else. */
  settle(capture: ScreenCapture): boolean {
    const isAnother = this.resume(Buffer.from(capture.unfinished));
    const looksWrong = this.memory.settle(penOnScreen(capture, this.memory.hasDrawn), capture.facts.alternate);
    return isAnother || looksWrong;
  }

  /** As `settle`, where some of what came right before was not told: nothing of that is held any more. */
  restart(capture: ScreenCapture): void {
    const escaped = Buffer.from(capture.unfinished);
    this.splitter.restart(unescapeOutput(escaped, 0, escaped.length));
    this.heldSince = this.clock.now();
    this.isBlind = true;
    this.memory.settle(penOnScreen(capture, this.memory.hasDrawn), capture.facts.alternate);
  }

  /** For whoever begins here. */
  bootstrap(capture: ScreenCapture): Uint8Array {
    this.memory.begin();
    return Buffer.from(bootstrapText(capture, this.memory));
  }

  /** Goes on from what tmux holds unfinished. True if that is not what we hold: it has given up what we wait for. */
  private resume(escaped: Uint8Array): boolean {
    const { held } = this.splitter;
    const unfinished = unescapeOutput(escaped, 0, escaped.length);
    // the beginning of a character tmux keeps to itself
    const isCharacter = held.length > 0 && held[0] !== ESC;
    if (isCharacter || this.splitter.isPassing || Buffer.compare(held, unfinished) === 0) return false;
    this.splitter.restart(unfinished);
    this.heldSince = this.clock.now();
    return true;
  }
}

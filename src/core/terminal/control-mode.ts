import { type ControlNotification, parseControlNotification } from "./control-notification.ts";
import { type ControlOutput, parseControlOutput } from "./control-output.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { TextBuffer } from "./text-buffer.ts";

const LF = 0x0a;
const CR = 0x0d;
const MAX_LINE = 8 * 1024 * 1024;
const MAX_REPLY = 16 * 1024 * 1024;
/** Memory cost of a reply line in bytes, besides its text: empty lines would fill the memory too. */
const LINE_COST = 32;
const LINE_SHOWN = 200;
/** `tmux -CC` wraps all messages in a device control string. */
const DCS_PREFIX = "\x1bP1000p";

export type ControlMessage =
  | { type: "reply"; time: number; number: number; flags: number; ok: boolean; lines: string[]; overlong?: true }
  | ControlOutput
  | ControlNotification
  | { type: "unknown"; line: string; overlong?: true };

export interface ControlModeParser {
  /** Returns the messages completed by these bytes. The same bytes give the same messages in any chunking. */
  feed(bytes: Uint8Array): ControlMessage[];
  /** Whether a line or a reply that has not ended yet is too long already: it may never end. */
  readonly isTooLong: boolean;
}

export function createControlModeParser(): ControlModeParser {
  return new LineParser();
}

interface Block {
  /** Time, number and flags as sent: tmux repeats them at the end, and pane content cannot guess them. */
  guard: string;
  lines: string[];
  length: number;
}

class LineParser implements ControlModeParser {
  private readonly rest = new TextBuffer();
  private overlong = false;
  private block: Block | null = null;

  feed(bytes: Uint8Array): ControlMessage[] {
    const messages: ControlMessage[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
      const message = this.endLine(bytes, from, end);
      if (message) messages.push(message);
      from = end + 1;
    }
    this.keep(bytes, from, bytes.length);
    return messages;
  }

  get isTooLong(): boolean {
    return this.overlong || (this.block !== null && this.block.length > MAX_REPLY);
  }

  private endLine(bytes: Uint8Array, from: number, end: number): ControlMessage | null {
    if (this.rest.length === 0 && end - from <= MAX_LINE) return this.readLine(bytes, from, end);
    this.keep(bytes, from, end);
    const { rest, overlong } = this;
    const length = rest.length;
    rest.length = 0;
    this.overlong = false;
    return overlong ? this.readOverlong(decodeUtf8(rest.bytes, 0, LINE_SHOWN)) : this.readLine(rest.bytes, 0, length);
  }

  private keep(bytes: Uint8Array, from: number, to: number): void {
    const part = bytes.subarray(from, Math.min(to, from + MAX_LINE - this.rest.length));
    if (part.length < to - from) this.overlong = true;
    this.rest.reserve(part.length);
    this.rest.bytes.set(part, this.rest.length);
    this.rest.length += part.length;
  }

  private readLine(bytes: Uint8Array, from: number, end: number): ControlMessage | null {
    // a pty between tmux and us adds it; tmux itself escapes it in output as \015
    const to = end > from && bytes[end - 1] === CR ? end - 1 : end;
    if (this.block) return this.readBlockLine(this.block, decodeUtf8(bytes, from, to));
    return parseControlOutput(bytes, from, to) ?? this.readNotice(decodeUtf8(bytes, from, to));
  }

  private readNotice(whole: string): ControlMessage | null {
    const line = whole.startsWith(DCS_PREFIX) ? whole.slice(DCS_PREFIX.length) : whole;
    const [, guard] = /^%begin (\d+ \d+ \d+)$/.exec(line) ?? [];
    if (guard === undefined) return parseControlNotification(line) ?? { type: "unknown", line };
    this.block = { guard, lines: [], length: 0 };
    return null;
  }

  private readBlockLine(block: Block, line: string): ControlMessage | null {
    if (line === `%end ${block.guard}`) return this.endBlock(block, true);
    if (line === `%error ${block.guard}`) return this.endBlock(block, false);
    block.length += line.length + LINE_COST;
    if (block.length > MAX_REPLY) block.lines = [];
    else block.lines.push(line);
    return null;
  }

  private endBlock(block: Block, ok: boolean): ControlMessage {
    this.block = null;
    const [time = 0, number = 0, flags = 0] = block.guard.split(" ").map(Number);
    if (block.length <= MAX_REPLY) return { type: "reply", time, number, flags, ok, lines: block.lines };
    const lines = [`the reply is longer than ${MAX_REPLY} bytes and was let go`];
    return { type: "reply", time, number, flags, ok: false, lines, overlong: true };
  }

  private readOverlong(beginning: string): ControlMessage | null {
    if (!this.block) return { type: "unknown", line: `${beginning}…`, overlong: true };
    this.block.length = Number.POSITIVE_INFINITY;
    return null;
  }
}

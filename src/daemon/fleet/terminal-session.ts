import { parseJson } from "../../core/fleet/member-row.ts";
import {
  decodeMemberFrame,
  encodeMemberFrame,
  MEMBER_FRAME_HEAD,
  type MemberFrame,
  SessionEnd,
} from "../../core/protocol/fleet/member-frames.ts";

export const BEAT_MS = 5_000;
/** As many beats without a word, and the other one is gone. */
const SILENT_BEATS = 3;
/** Of a part of a message; a server may take less. */
const PART_BYTES = 256 * 1024;
/** Messages that arrive while we do not take any. */
const MAX_WAITING = 1024 * 1024;
/** Counted for each of them, and for each part of one, however short. */
const ROOM = 64;

export interface SessionListener {
  message(data: Uint8Array, isBinary: boolean): void;
  /** Called with true when the other end cannot take more, and with false when it can again. */
  paused(isPaused: boolean): void;
  /** Called once. */
  ended(end: SessionEnd): void;
}

export interface SessionOptions {
  /** Publishes a frame for the other end. */
  publish(frame: Uint8Array): void;
  /** Of one message of NATS. */
  maxBytes: number;
  /** Of a message of the other end, put together. */
  maxMessage: number;
  listener: SessionListener;
}

/** One end of a terminal that two members pass on. Whatever breaks the order of its frames ends it. */
export class TerminalSession {
  private readonly options: SessionOptions;
  private readonly beating: NodeJS.Timeout;
  private sent = 0;
  private heard = 0;
  private silentFor = 0;
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private isOver = false;
  private waiting: { data: Uint8Array; isBinary: boolean }[] | null = null;
  private waitingBytes = 0;

  constructor(options: SessionOptions) {
    this.options = options;
    this.beating = setInterval(() => this.beat(), BEAT_MS);
    this.beating.unref();
  }

  send(data: string | Uint8Array): void {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const most = Math.min(PART_BYTES, this.options.maxBytes - MEMBER_FRAME_HEAD);
    let at = 0;
    for (; bytes.length - at > most; at += most) this.tell("part", bytes.subarray(at, at + most));
    this.tell(typeof data === "string" ? "text" : "binary", bytes.subarray(at));
  }

  /** Takes no messages until `resume`. */
  pause(): void {
    if (this.waiting !== null) return;
    this.waiting = [];
    this.tell("pause");
  }

  resume(): void {
    const waited = this.waiting ?? [];
    this.waiting = null;
    this.waitingBytes = 0;
    while (waited.length > 0 && this.waiting === null) {
      const next = waited.shift();
      if (next !== undefined) this.options.listener.message(next.data, next.isBinary);
    }
    // whoever took them may have paused again
    for (const { data, isBinary } of waited) this.pass(data, isBinary);
    if (this.waiting === null) this.tell("resume");
  }

  /** Says so to the other end, and to our own listener. */
  end(end: SessionEnd): void {
    if (this.isOver) return;
    this.options.publish(endFrame(this.sent + 1, end));
    this.over(end);
  }

  /** Takes a frame of the other end. */
  take(bytes: Uint8Array): void {
    if (this.isOver) return;
    const frame = decodeMemberFrame(bytes);
    if (frame === null) return void this.break("a message of the terminal cannot be read");
    if (frame.kind === "end" && frame.number === 0) return void this.over(readEnd(frame.bytes));
    // one that comes again
    if (frame.number <= this.heard) return;
    if (frame.number !== this.heard + 1) return void this.break("a part of the terminal was lost on the way");
    this.heard = frame.number;
    this.silentFor = 0;
    this.hear(frame);
  }

  private hear({ kind, bytes }: MemberFrame): void {
    const { listener } = this.options;
    switch (kind) {
      case "beat":
        return;
      case "pause":
      case "resume":
        return void listener.paused(kind === "pause");
      case "end":
        return void this.over(readEnd(bytes));
      case "part":
      case "text":
      case "binary":
        return void this.collect(kind, bytes);
      default:
        kind satisfies never;
    }
  }

  private collect(kind: "part" | "text" | "binary", bytes: Uint8Array): void {
    this.partBytes += bytes.length + (kind === "part" ? ROOM : 0);
    if (this.partBytes > this.options.maxMessage) return void this.break("a message of the terminal is too long");
    if (kind === "part") return void this.parts.push(bytes);
    const data = this.parts.length === 0 ? bytes : Buffer.concat([...this.parts, bytes]);
    this.parts = [];
    this.partBytes = 0;
    this.pass(data, kind === "binary");
  }

  private pass(data: Uint8Array, isBinary: boolean): void {
    if (this.waiting === null) return void this.options.listener.message(data, isBinary);
    this.waitingBytes += data.length + ROOM;
    if (this.waitingBytes > MAX_WAITING) return void this.break("more was typed than the pane takes");
    this.waiting.push({ data, isBinary });
  }

  private beat(): void {
    this.silentFor += 1;
    if (this.silentFor >= SILENT_BEATS) this.break("nothing was heard of the other member");
    // before that, the other end does not know of it yet
    else if (this.heard > 0) this.tell("beat");
  }

  private break(words: string): void {
    this.end({ why: "broken", words });
  }

  private tell(kind: MemberFrame["kind"], bytes: Uint8Array = new Uint8Array()): void {
    if (this.isOver) return;
    this.sent += 1;
    this.options.publish(encodeMemberFrame({ kind, number: this.sent, bytes }));
  }

  private over(end: SessionEnd): void {
    this.isOver = true;
    clearInterval(this.beating);
    this.parts = [];
    this.waiting = null;
    this.options.listener.ended(end);
  }
}

export function endFrame(number: number, end: SessionEnd): Uint8Array {
  return encodeMemberFrame({ kind: "end", number, bytes: Buffer.from(JSON.stringify(end)) });
}

function readEnd(bytes: Uint8Array): SessionEnd {
  const parsed = SessionEnd.safeParse(parseJson(Buffer.from(bytes).toString()));
  return parsed.success ? parsed.data : { why: "broken", words: "the other member has ended it" };
}

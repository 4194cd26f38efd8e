import { createSentinelParser } from "../../core/signals/sentinel.ts";
import {
  readWatcherFrame,
  type SpoolOwner,
  type WatchedEntry,
  type WatchedLook,
  type WatchedPiece,
  type WatcherFrame,
} from "../../core/signals/watcher-frame.ts";
import {
  ackLines,
  clockLine,
  fileLine,
  followLine,
  processGroups,
  processLine,
  rejectLine,
  signalLine,
} from "../../core/signals/watcher-request.ts";
import type { Clock } from "../clock.ts";

export interface WatcherEvents {
  onHello(hello: { protocol: number; pid: number; boot: string; clock: number }): void;
  /** Oldest first. `missing` counts entries that did not arrive whole: they are told again after the next `next`. */
  onSpool(entries: WatchedEntry[], missing: number): void;
  onFile(path: string, look: WatchedLook | null): void;
  /** The answer to that request: null where there is nothing yet, and then another one when there is. */
  onLines(number: number, piece: WatchedPiece | null): void;
  /** A squad signal's file has come or changed, or is not ours to read. */
  onSignal?(name: string, look: WatchedLook | { refused: string }): void;
  /** Another daemon reads this spool. */
  onRefused(owner: SpoolOwner): void;
  /** An entry whose name no request could carry: it stays where it is. */
  onOdd(name: string): void;
  /** Files are watched again, or cannot be: then they are looked at again and again. */
  onWatches?(areEnough: boolean): void;
  /** Our directory there cannot be written any more, and why; null when it can again. */
  onHome?(unwritable: string | null): void;
  onBye(why: string): void;
  /** It sends more than we take, whatever it is: nothing further is read. */
  onFlood(what: string): void;
}

export interface ClockReading {
  /** Added to the machine's clock to get ours. */
  offsetMs: number;
  roundTripMs: number;
}

interface Asked {
  resolve(frame: WatcherFrame & { number: number }): void;
  reject(error: Error): void;
}

/** A watcher tells at most 200 entries in a batch, and 256 KB of them or a single one of 4 MB. */
const MOST_ENTRIES = 1_000;
const MOST_BATCH_BYTES = 8 * 1024 * 1024;

const byName = new Intl.Collator("en", { numeric: true });

/** Our end of a watcher: lines go out, bytes come in, whatever carries them. */
export class WatcherClient {
  private readonly wire: { send(line: string): void };
  private readonly ourClock: Clock;
  private readonly events: WatcherEvents;
  private readonly parser = createSentinelParser();
  private readonly asked = new Map<number, Asked>();
  private entries = new Map<string, WatchedEntry>();
  private batchBytes = 0;
  private lastNumber = 0;
  private closed: Error | null = null;

  constructor(wire: { send(line: string): void }, clock: Clock, events: WatcherEvents) {
    this.wire = wire;
    this.ourClock = clock;
    this.events = events;
  }

  feed(bytes: Uint8Array): void {
    if (this.closed !== null) return;
    for (const frame of this.parser.feed(Buffer.from(bytes).toString("latin1"))) this.heed(readWatcherFrame(frame));
    if (this.parser.isOverlong) this.flood("a frame of more than 16 MB");
  }

  /** Asks for entries of the spool; the answer comes when there are some, once. */
  next(): void {
    this.say("next");
  }

  /** These are stored: they may go. */
  ack(names: readonly string[]): void {
    for (const line of ackLines(names)) this.say(line);
  }

  reject(name: string, reason: string): void {
    const line = rejectLine(name, reason);
    if (line !== null) this.say(line);
  }

  /** False for a path that no request can carry. */
  watchFile(path: string): boolean {
    const line = fileLine("file+", path);
    if (line !== null) this.say(line);
    return line !== null;
  }

  unwatchFile(path: string): void {
    const line = fileLine("file-", path);
    if (line !== null) this.say(line);
  }

  /** Asks for what a file has beyond what was reached, once: the next piece is asked for when this one was taken. */
  followLines(number: number, path: string, reached: { file: string; offset: number } | null): boolean {
    const line = followLine(number, path, reached);
    if (line !== null) this.say(line);
    return line !== null;
  }

  unfollowLines(path: string): void {
    const line = fileLine("line-", path);
    if (line !== null) this.say(line);
  }

  /** Asks for the files of squad signals: all there are now, and each when it changes. */
  signals(): void {
    this.say("signals");
  }

  removeSignal(name: string): void {
    const line = signalLine(name);
    if (line !== null) this.say(line);
  }

  async clock(): Promise<ClockReading> {
    const asked = this.ourClock.now();
    const answer = await this.ask(clockLine);
    const heard = this.ourClock.now();
    if (answer.type !== "clock") throw new Error(`the watcher answered with ${answer.type}`);
    return { offsetMs: (asked + heard) / 2 - answer.at, roundTripMs: heard - asked };
  }

  /** The text of the process table of these and all below them. */
  async processes(roots: readonly number[]): Promise<string> {
    const answers = await Promise.all(
      processGroups(roots).map((group) => this.ask((number) => processLine(number, group))),
    );
    return answers.map((answer) => (answer.type === "processes" ? `${answer.text}\n` : "")).join("");
  }

  /** Says that we are there: a watcher that hears nothing for 20 s ends itself. */
  ping(): void {
    this.say("ping");
  }

  bye(): void {
    this.say("bye");
  }

  /** Whoever waits for an answer is told why none will come. */
  close(why: Error): void {
    if (this.closed !== null) return;
    this.closed = why;
    for (const { reject } of this.asked.values()) reject(why);
    this.asked.clear();
  }

  private say(line: string): void {
    if (this.closed === null) this.wire.send(line);
  }

  private ask(lineOf: (number: number) => string): Promise<WatcherFrame & { number: number }> {
    return new Promise((resolve, reject) => {
      if (this.closed !== null) return reject(this.closed);
      this.lastNumber += 1;
      this.asked.set(this.lastNumber, { resolve, reject });
      this.wire.send(lineOf(this.lastNumber));
    });
  }

  private heed(frame: WatcherFrame): void {
    if (this.closed !== null) return;
    switch (frame.type) {
      case "hello":
        this.forgetBatch();
        this.events.onHello(frame);
        return;
      case "spool":
        this.keep(frame.entry);
        return;
      case "batch":
        this.deliver(frame.count);
        return;
      case "file":
        this.events.onFile(frame.path, frame.look);
        return;
      case "signal":
        this.events.onSignal?.(frame.name, frame.look);
        return;
      case "lines":
        this.events.onLines(frame.number, frame.piece);
        return;
      case "clock":
      case "processes":
        this.giveUpBefore(frame.number);
        this.asked.get(frame.number)?.resolve(frame);
        this.asked.delete(frame.number);
        return;
      case "refused":
        this.events.onRefused(frame.owner);
        return;
      case "odd":
        this.events.onOdd(frame.name);
        return;
      case "watches":
        this.events.onWatches?.(frame.areEnough);
        return;
      case "home":
        this.events.onHome?.(frame.unwritable);
        return;
      case "bye":
        this.events.onBye(frame.why);
        return;
      case "unknown":
        return;
      default:
        frame satisfies never;
    }
  }

  /** The watcher answers in order: an answer that a later one has overtaken was lost on its way. */
  private giveUpBefore(answered: number): void {
    for (const [number, { reject }] of this.asked) {
      if (number >= answered) break;
      this.asked.delete(number);
      reject(new Error(`the watcher's answer ${number} was lost`));
    }
  }

  private keep(entry: WatchedEntry): void {
    this.entries.set(entry.name, entry);
    this.batchBytes += entry.content.ok ? entry.content.bytes.length : entry.content.fault.length;
    if (this.entries.size > MOST_ENTRIES) this.flood(`more than ${MOST_ENTRIES} spool entries at a time`);
    else if (this.batchBytes > MOST_BATCH_BYTES) this.flood("more than 8 MB of spool entries at a time");
  }

  private flood(what: string): void {
    if (this.closed !== null) return;
    this.forgetBatch();
    this.close(new Error(`the watcher sent ${what}`));
    this.events.onFlood(what);
  }

  private forgetBatch(): void {
    this.entries = new Map();
    this.batchBytes = 0;
  }

  private deliver(count: number): void {
    const entries = [...this.entries.values()];
    this.forgetBatch();
    entries.sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
    this.events.onSpool(entries, Math.max(0, count - entries.length));
  }
}

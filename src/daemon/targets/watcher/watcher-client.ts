import { createSentinelParser } from "../../../core/signals/sentinel.ts";
import {
  readWatcherFrame,
  type SpoolOwner,
  type WatchedEntry,
  type WatchedLook,
  type WatchedPiece,
  type WatcherFrame,
} from "../../../core/signals/watcher-frame.ts";
import {
  ackLines,
  clockLine,
  fileLine,
  followLine,
  processGroups,
  processLine,
  rejectLine,
  signalLine,
} from "../../../core/signals/watcher-request.ts";
import type { Clock } from "../../base/clock.ts";
import { excessIn } from "./excess-in.ts";

export interface WatcherEvents {
  onHello(hello: { protocol: number; pid: number; boot: string; clock: number }): void;
  /** Oldest first. `missing` counts entries that did not arrive whole; they are sent again after the next `next`. */
  onSpool(entries: WatchedEntry[], missing: number): void;
  onFile(path: string, look: WatchedLook | null): void;
  /** The reply to that request: null if there is nothing yet, followed by another when there is. */
  onLines(number: number, piece: WatchedPiece | null): void;
  /** A squad signal's file is new or changed, or must not be read. */
  onSignal?(name: string, look: WatchedLook | { refused: string }): void;
  /** Another daemon reads this spool. */
  onRefused(owner: SpoolOwner): void;
  /** An entry whose name no request could carry; it stays in the spool. */
  onOdd(name: string): void;
  /** Files are watched again, or cannot be and are polled. */
  onWatches?(areEnough: boolean): void;
  /** Why our directory there is not writable; null when it is again. */
  onHome?(unwritable: string | null): void;
  onBye(why: string): void;
  /** It sends more than we accept: nothing further is read. */
  onFlood(what: string): void;
}

export interface ClockReading {
  /** Milliseconds to add to the machine's clock to get ours. */
  offsetMs: number;
  roundTripMs: number;
}

interface Asked {
  resolve(frame: WatcherFrame & { number: number }): void;
  reject(error: Error): void;
}

/** A watcher sends at most 200 entries in a batch, with 256 KB in all or a single one of 4 MB. */
const MAX_ENTRIES = 1_000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

const byName = new Intl.Collator("en", { numeric: true });

/** The client of a watcher: sends lines and parses bytes, independent of what carries them. */
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
    for (const frame of this.parser.feed(Buffer.from(bytes).toString("latin1"))) this.handle(readWatcherFrame(frame));
    if (this.parser.isOverlong) this.flood("a frame of more than 16 MB");
  }

  /** Requests spool entries; gets one reply, as soon as there are some. */
  next(): void {
    this.say("next");
  }

  /** Acknowledges stored entries, which the watcher then removes. */
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

  /** Requests what a file has beyond `reached`, once: the next piece is requested when this one was processed. */
  followLines(number: number, path: string, reached: { file: string; offset: number } | null): boolean {
    const line = followLine(number, path, reached);
    if (line !== null) this.say(line);
    return line !== null;
  }

  unfollowLines(path: string): void {
    const line = fileLine("line-", path);
    if (line !== null) this.say(line);
  }

  /** Requests the files of squad signals: all at once, and each when it changes. */
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

  /** The process table of these processes and all their descendants, as text. */
  processes(roots: readonly number[]): Promise<string> {
    return this.askOfProcesses("ps", roots);
  }

  /** A line of pid and state for each of these that is stopped. */
  stopped(pids: readonly number[]): Promise<string> {
    return this.askOfProcesses("stopped", pids);
  }

  private async askOfProcesses(request: "ps" | "stopped", pids: readonly number[]): Promise<string> {
    const groups = processGroups(pids);
    const answers = await Promise.all(groups.map((group) => this.ask((number) => processLine(request, number, group))));
    return answers.map((answer) => (answer.type === "processes" ? `${answer.text}\n` : "")).join("");
  }

  /** Keeps the watcher alive: it ends itself after 20 s without data. */
  ping(): void {
    this.say("ping");
  }

  bye(): void {
    this.say("bye");
  }

  /** Rejects all pending requests. */
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

  private handle(frame: WatcherFrame): void {
    if (this.closed !== null) return;
    const excess = excessIn(frame);
    if (excess !== null) {
      this.flood(excess);
      return;
    }
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

  /** The watcher replies in order: a reply that a later one has overtaken is lost. */
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
    if (this.entries.size > MAX_ENTRIES) this.flood(`more than ${MAX_ENTRIES} spool entries at a time`);
    else if (this.batchBytes > MAX_BATCH_BYTES) this.flood("more than 8 MB of spool entries at a time");
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

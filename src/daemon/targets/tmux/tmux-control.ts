import { randomUUID } from "node:crypto";
import { tmuxString } from "../../../core/actions/tmux-words.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { type ControlMessage, createControlModeParser } from "../../../core/terminal/control-mode.ts";
import type { RunningProgram } from "../executor/executor.ts";

export type Reply = { ok: boolean; lines: string[] };

/** A command line that waits for its replies: a fixed number of them, or all up to a closing line. */
type Waiting = {
  replies: Reply[];
  /** How much memory the replies cost us, in bytes. */
  size: number;
  isLast(reply: Reply, count: number): boolean;
  settle(replies: Reply[]): void;
  fail(error: unknown): void;
};

const MAX_COMPLAINT = 2_000;
/** Bytes in all replies to one command line. */
const MAX_REPLIES = 32 * 1024 * 1024;
/** Bytes that each line costs in memory besides its characters, and each reply besides its lines. */
const LINE_COST = 32;
const REPLY_COST = 256;

export type Notification = Exclude<ControlMessage, { type: "reply" }>;

/** Runs commands over one control-mode connection. They are pipelined; tmux replies in order. */
export class TmuxControl {
  private child: RunningProgram | null = null;
  private readonly waiting: Waiting[] = [];
  /** Closing line of a list of replies; random, so that no pane content can forge it. */
  private readonly closing = `agtmux-end-${randomUUID()}`;
  private closed = false;
  /** How many replies have come: tells a busy tmux from one that hangs. */
  replies = 0;
  /** Why we ended the connection, where the fault was tmux's. */
  fault: Fault | null = null;
  private complaint = "";
  /** Commands queued until the attach: tmux may read them before it has attached us, and then knows no client. */
  private early: string[] | null = [];
  /** Resolves when the client runs, or never will. */
  readonly started: Promise<void>;
  readonly done: Promise<void>;
  private finish: (error?: unknown) => void = () => {};

  /** `start` starts a `tmux -C attach-session`, here or over an ssh channel. */
  constructor(start: () => RunningProgram, onNotification: (notification: Notification) => void) {
    this.done = new Promise((resolve) => {
      this.finish = (error) => {
        this.closed = true;
        const why = this.lastWords === "" ? "" : `: ${this.lastWords}`;
        for (const each of this.waiting.splice(0)) each.fail(error ?? new Error(`the tmux connection closed${why}`));
        resolve();
      };
    });
    this.started = this.open(start, onNotification);
  }

  get isOpen(): boolean {
    return !this.closed;
  }

  /** Standard error of the client; the reason for its end, if it has ended. */
  get lastWords(): string {
    return this.complaint.trim();
  }

  /** Runs one command with one reply; rejects with tmux's error message. */
  async run(command: string): Promise<string[]> {
    const [reply] = await this.send(command, (_, count) => count === 1);
    if (reply === undefined || !reply.ok) throw new Error(`tmux: ${reply?.lines.join(" ")} (${command})`);
    return reply.lines;
  }

  /** Runs a command list with an unknown number of replies (if-shell); returns each reply in order. */
  async runList(commands: string): Promise<Reply[]> {
    const isLast = ({ lines }: Reply) => lines.length === 1 && lines[0] === this.closing;
    const replies = await this.send(`${commands}\ndisplay-message -p ${this.closing}`, isLast);
    return replies.slice(0, -1);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.child === null) this.finish();
    else this.child.stdin.end();
  }

  /** For a connection that no longer responds: it would not react to a closed stdin either. */
  kill(): void {
    this.closed = true;
    if (this.child !== null) {
      this.child.kill("SIGKILL");
      // a hanging server holds the other ends of its client's streams, so they would never close
      for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.destroy();
    }
    this.finish(this.fault ?? undefined);
  }

  private async open(start: () => RunningProgram, onNotification: (notification: Notification) => void): Promise<void> {
    try {
      const child = start();
      this.listen(child, onNotification);
      await child.begun;
    } catch (error) {
      this.finish(error);
    }
  }

  private listen(child: RunningProgram, onNotification: (notification: Notification) => void): void {
    const parser = createControlModeParser();
    // always read: if a control client does not, tmux's memory grows
    child.stdout.on("data", (chunk: Uint8Array) => {
      for (const message of parser.feed(chunk)) {
        if ((message.type === "reply" || message.type === "unknown") && message.overlong) return this.flooded();
        if (message.type === "session-changed") this.sendEarly();
        // a block without the flag belongs to the attach or to a hook of the user's, not to our commands
        if (message.type !== "reply") onNotification(message);
        else if (message.flags & 1) this.answer(message);
      }
      if (parser.isTooLong) this.flooded();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.complaint = (this.complaint + chunk.toString()).slice(-MAX_COMPLAINT);
    });
    child.stdin.on("error", () => this.close());
    child.once("error", () => this.finish());
    child.once("close", () => this.finish());
    this.child = child;
  }

  /** An unknown part of the output is missing: nothing after it can be relied on. */
  private flooded(): void {
    if (this.fault !== null) return;
    const words = "tmux said more than agtmux takes at a time: the connection was ended and is tried again later";
    this.fault = new Fault("E_TARGET_FLOOD", words);
    this.kill();
  }

  private send(lines: string, isLast: Waiting["isLast"]): Promise<Reply[]> {
    if (this.closed) return Promise.reject(new Error("the tmux connection is closed"));
    return new Promise((settle, fail) => {
      this.waiting.push({ replies: [], size: 0, isLast, settle, fail });
      if (this.early === null) this.child?.stdin.write(`${lines}\n`);
      else this.early.push(lines);
    });
  }

  private sendEarly(): void {
    if (this.early === null) return;
    for (const lines of this.early) this.child?.stdin.write(`${lines}\n`);
    this.early = null;
  }

  private answer(reply: Reply): void {
    this.replies += 1;
    const waiting = this.waiting[0];
    if (waiting === undefined) return;
    waiting.size += reply.lines.reduce((size, line) => size + line.length + LINE_COST, REPLY_COST);
    waiting.replies.push(reply);
    if (waiting.size > MAX_REPLIES) this.flooded();
    if (this.fault !== null || !waiting.isLast(reply, waiting.replies.length)) return;
    this.waiting.shift();
    waiting.settle(waiting.replies);
  }
}

/** Quotes a value for tmux's command parser, which reads line by line. */
export function tmuxQuote(value: string): string {
  return tmuxString(value);
}

import { randomUUID } from "node:crypto";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { type ControlMessage, createControlModeParser } from "../../core/terminal/control-mode.ts";
import type { RunningProgram } from "./executor.ts";
import type { TmuxDoor } from "./tmux-door.ts";

export type Reply = { ok: boolean; lines: string[] };

/** A command line waiting for its blocks: a fixed number of them, or all up to a closing word. */
type Waiting = {
  replies: Reply[];
  isLast(reply: Reply, count: number): boolean;
  onReply?: ((index: number, reply: Reply) => void) | undefined;
  settle(replies: Reply[]): void;
  fail(error: unknown): void;
};

const MOST_COMPLAINT = 2_000;

export type Notification = Exclude<ControlMessage, { type: "reply" }>;

/** Commands over one control-mode connection. They are pipelined; tmux answers them in order. */
export class TmuxControl {
  private readonly door: TmuxDoor;
  private child: RunningProgram | null = null;
  private readonly waiting: Waiting[] = [];
  /** Nothing a pane shows can end a list of answers: nobody there can guess this. */
  private readonly closing = `agtmux-end-${randomUUID()}`;
  private closed = false;
  /** Why we ended it, where it was its own doing. */
  fault: Fault | null = null;
  private complaint = "";
  /** Commands that wait for the attach: tmux may read them before it has attached us, and then knows no client. */
  private early: string[] | null = [];
  /** Resolves when the client runs, or will not. */
  readonly started: Promise<void>;
  readonly done: Promise<void>;
  private finish: (error?: unknown) => void = () => {};

  /** `start` makes a `tmux -C attach-session`, here or at the other end of an ssh channel. */
  constructor(door: TmuxDoor, start: () => RunningProgram, onNotification: (notification: Notification) => void) {
    this.door = door;
    this.done = new Promise((resolve) => {
      this.finish = (error) => {
        this.closed = true;
        const why = this.lastWords === "" ? "" : `: ${this.lastWords}`;
        for (const each of this.waiting.splice(0)) each.fail(error ?? new Error(`the tmux connection closed${why}`));
        resolve();
      };
    });
    const startWanted = () => {
      if (this.closed) throw new Error("closed before it was in");
      return start();
    };
    this.started = door.enter(startWanted).then(
      async (child) => {
        this.listen(child, onNotification);
        await child.begun;
      },
      (error: unknown) => this.finish(error),
    );
  }

  get isOpen(): boolean {
    return !this.closed;
  }

  /** What it complained of; why it ended, where it has. */
  get lastWords(): string {
    return this.complaint.trim();
  }

  /** One command, one answer; rejects with tmux's own words. */
  async run(command: string): Promise<string[]> {
    const [reply] = await this.send(command, (_, count) => count === 1);
    if (reply === undefined || !reply.ok) throw new Error(`tmux: ${reply?.lines.join(" ")} (${command})`);
    return reply.lines;
  }

  /**
   * A command list whose number of answers is not known beforehand (if-shell); each answer in order. `onReply` is called
   * at each of them before anything that tmux said after it is told.
   */
  async runList(commands: string, onReply?: Waiting["onReply"]): Promise<Reply[]> {
    const isLast = ({ lines }: Reply) => lines.length === 1 && lines[0] === this.closing;
    const replies = await this.send(`${commands}\ndisplay-message -p ${this.closing}`, isLast, onReply);
    return replies.slice(0, -1);
  }

  /** A command that tmux tells all its clients of: not while one of ours is on its way in. */
  runQuietly(command: string): Promise<string[]> {
    return this.door.quietly(() => this.run(command));
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.child === null) this.finish();
    else void this.door.leave(this.child);
  }

  /** For a connection that no longer answers: it would not heed a closed stdin either. */
  kill(): void {
    this.closed = true;
    if (this.child !== null) {
      this.child.kill("SIGKILL");
      // a server that hangs holds the other ends of its client's streams: they would never close
      for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.destroy();
    }
    this.finish(this.fault ?? undefined);
  }

  private listen(child: RunningProgram, onNotification: (notification: Notification) => void): void {
    const parser = createControlModeParser();
    // always drained: a control client that does not read makes tmux's memory grow
    child.stdout.on("data", (chunk: Uint8Array) => {
      for (const message of parser.feed(chunk)) {
        if ((message.type === "reply" || message.type === "unknown") && message.overlong) return this.flooded();
        if (message.type === "session-changed") this.sendEarly();
        if (message.type === "sessions-changed") this.door.stir();
        // a block without the flag answers the attach itself, or a hook of the user's: not one of our commands
        if (message.type !== "reply") onNotification(message);
        else if (message.flags & 1) this.answer(message);
      }
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.complaint = (this.complaint + chunk.toString()).slice(-MOST_COMPLAINT);
    });
    child.stdin.on("error", () => this.close());
    child.once("error", () => this.finish());
    child.once("close", () => this.finish());
    this.child = child;
    if (this.closed) void this.door.leave(child);
  }

  /** What is missing now may be anything: nothing after it can be relied on. */
  private flooded(): void {
    const words = "tmux said more than agtmux takes at a time: the connection was ended and is tried again later";
    this.fault = new Fault("E_TARGET_FLOOD", words);
    this.kill();
  }

  private send(lines: string, isLast: Waiting["isLast"], onReply?: Waiting["onReply"]): Promise<Reply[]> {
    if (this.closed) return Promise.reject(new Error("the tmux connection is closed"));
    return new Promise((settle, fail) => {
      this.waiting.push({ replies: [], isLast, onReply, settle, fail });
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
    const waiting = this.waiting[0];
    if (waiting === undefined) return;
    waiting.replies.push(reply);
    waiting.onReply?.(waiting.replies.length - 1, reply);
    if (!waiting.isLast(reply, waiting.replies.length)) return;
    this.waiting.shift();
    waiting.settle(waiting.replies);
  }
}

/** A value for tmux's own parser, which reads line by line. */
export function tmuxQuote(value: string): string {
  return tmuxString(value);
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type ControlMessage, createControlModeParser } from "../../core/terminal/control-mode.ts";
import { tmuxArgs, tmuxEnvironment } from "./tmux-command.ts";

type Reply = { ok: boolean; lines: string[] };

/** A command line waiting for its blocks: a fixed number of them, or all up to a closing word. */
type Waiting = {
  replies: Reply[];
  isLast(reply: Reply, count: number): boolean;
  settle(replies: Reply[]): void;
  fail(error: Error): void;
};

export type Notification = Exclude<ControlMessage, { type: "reply" }>;

/**
 * One control-mode connection: no output, no say in window sizes. Commands are pipelined;
 * tmux answers them in order.
 */
export class TmuxControl {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting: Waiting[] = [];
  /** Nothing a pane shows can end a list of answers: nobody there can guess this. */
  private readonly closing = `agtmux-end-${randomUUID()}`;
  private closed = false;
  /** Commands that wait for the attach: tmux may read them before it has attached us, and then knows no client. */
  private early: string[] | null = [];
  readonly done: Promise<void>;

  constructor(socketName: string, session: string, onNotification: (notification: Notification) => void) {
    // -E: else the session's environment would be overwritten by the daemon's (no DISPLAY, no SSH_AUTH_SOCK)
    const args = tmuxArgs(socketName, "-C", "attach-session", "-E", "-f", "no-output,ignore-size", "-t", session);
    this.child = spawn("tmux", args, { env: tmuxEnvironment(), stdio: "pipe" });
    const parser = createControlModeParser();
    // always drained: a control client that does not read makes tmux's memory grow
    this.child.stdout.on("data", (chunk: Uint8Array) => {
      for (const message of parser.feed(chunk)) {
        // a block without the flag answers the attach itself, or a hook of the user's: not one of our commands
        if (message.type === "session-changed") this.sendEarly();
        if (message.type !== "reply") onNotification(message);
        else if (message.flags & 1) this.answer(message);
      }
    });
    this.child.stderr.resume();
    this.child.stdin.on("error", () => this.close());
    this.done = new Promise((resolve) => {
      const finish = () => {
        this.closed = true;
        for (const each of this.waiting.splice(0)) each.fail(new Error("the tmux connection closed"));
        resolve();
      };
      this.child.once("error", finish);
      this.child.once("close", finish);
    });
  }

  /** One command, one answer; rejects with tmux's own words. */
  async run(command: string): Promise<string[]> {
    const [reply] = await this.send(command, (_, count) => count === 1);
    if (reply === undefined || !reply.ok) throw new Error(`tmux: ${reply?.lines.join(" ")} (${command})`);
    return reply.lines;
  }

  /** A command list whose number of answers is not known beforehand (if-shell); each answer in order. */
  async runList(commands: string): Promise<Reply[]> {
    const isLast = ({ lines }: Reply) => lines.length === 1 && lines[0] === this.closing;
    const replies = await this.send(`${commands}\ndisplay-message -p ${this.closing}`, isLast);
    return replies.slice(0, -1);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.child.stdin.end();
  }

  private send(lines: string, isLast: Waiting["isLast"]): Promise<Reply[]> {
    if (this.closed) return Promise.reject(new Error("the tmux connection is closed"));
    return new Promise((settle, fail) => {
      this.waiting.push({ replies: [], isLast, settle, fail });
      if (this.early === null) this.child.stdin.write(`${lines}\n`);
      else this.early.push(lines);
    });
  }

  private sendEarly(): void {
    if (this.early === null) return;
    for (const lines of this.early) this.child.stdin.write(`${lines}\n`);
    this.early = null;
  }

  private answer(reply: Reply): void {
    const waiting = this.waiting[0];
    if (waiting === undefined) return;
    waiting.replies.push(reply);
    if (!waiting.isLast(reply, waiting.replies.length)) return;
    this.waiting.shift();
    waiting.settle(waiting.replies);
  }
}

/** A value inside single quotes for tmux's own parser. */
export function tmuxQuote(value: string): string {
  return `'${value.replaceAll("'", `'"'"'`)}'`;
}

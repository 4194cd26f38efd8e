import { execFile } from "node:child_process";
import { constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { type TmuxControl, tmuxQuote } from "../targets/tmux-control.ts";

const run = promisify(execFile);

/** What the pane showed at the very moment its output began to flow to us. */
export interface PipeStart {
  rows: string[];
  alternate: boolean;
}

export type PipeResult =
  | { status: "open"; pipe: PanePipe; start: PipeStart }
  | { status: "taken" }
  | { status: "gone" };

/** The output of one pane, through a FIFO that tmux's own pipe writes to. */
export class PanePipe {
  private readonly socket: Socket;
  private readonly paneId: string;
  private readonly path: string;

  private constructor(paneId: string, path: string, fd: number) {
    this.paneId = paneId;
    this.path = path;
    this.socket = new Socket({ fd, readable: true, writable: false });
    this.socket.on("error", () => this.release());
  }

  /** Never displaces a pipe of the user's own; `ours` is the path of one that a former daemon left behind. */
  static async open(
    control: TmuxControl,
    paneId: string,
    path: string,
    leftBehind: boolean,
    scrollback: number,
  ): Promise<PipeResult> {
    unlinkQuietly(path);
    await run("mkfifo", ["-m", "600", path]);
    // read and write, so that neither opening waits for the other end nor its closing ends the stream
    const pipe = new PanePipe(paneId, path, openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    const command = tmuxQuote(`exec cat > ${shellQuote(path)}`.replaceAll("#", "##").replaceAll("%", "%%"));
    const target = `-t ${paneId}`;
    const replies = await control.runList(
      [
        leftBehind ? `pipe-pane ${target}` : `display-message -p ''`,
        `if-shell -F ${target} '#{pane_pipe}' { } { pipe-pane -O ${target} ${command} ; set-option -p ${target} @agtmux_pipe ${tmuxQuote(path)} }`,
        `display-message -p ${target} '#{alternate_on} #{@agtmux_pipe}'`,
        `capture-pane -p -J -S -${scrollback} ${target}`,
      ].join("\n"),
    );
    const [answer, capture] = replies.slice(-2);
    const [alternate, ...owner] = (answer?.lines[0] ?? "").split(" ");
    if (answer?.ok && capture?.ok && owner.join(" ") === path) {
      return { status: "open", pipe, start: { rows: capture.lines, alternate: alternate === "1" } };
    }
    pipe.release();
    return { status: answer?.ok ? "taken" : "gone" };
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.socket.on("data", listener);
  }

  /** Gives the pane back as it was. */
  async close(control: TmuxControl | null): Promise<void> {
    const target = `-t ${this.paneId}`;
    const ours = `#{==:#{@agtmux_pipe},${this.path.replaceAll("#", "##").replaceAll(",", "#,")}}`;
    await control
      ?.runList(
        `if-shell -F ${target} ${tmuxQuote(ours)} { pipe-pane ${target} ; set-option -pu ${target} @agtmux_pipe }`,
      )
      .catch(() => undefined);
    this.release();
  }

  private release(): void {
    this.socket.destroy();
    unlinkQuietly(this.path);
  }
}

function shellQuote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

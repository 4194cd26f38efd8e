import { execFile } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { type TmuxControl, tmuxQuote } from "../targets/tmux-control.ts";
import type { ObservedPane } from "../targets/topology.ts";
import type { OutputResult, PaneOutput } from "./pane-output.ts";

const run = promisify(execFile);

/** The output of one pane, through a FIFO that tmux's own pipe writes to. */
export class PanePipe implements PaneOutput {
  private readonly socket: Socket;
  private readonly paneId: string;
  private readonly path: string;
  /** Keeps the FIFO from ending before its writer has come. */
  private keeper: number | null;
  private onBytes: (bytes: Uint8Array) => void = () => {};
  private ended: () => void = () => {};
  private hasEnded = false;
  private isClosing = false;

  private constructor(paneId: string, path: string) {
    this.paneId = paneId;
    this.path = path;
    this.keeper = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.socket = new Socket({ fd, readable: true, writable: false });
    this.socket.on("error", () => this.release());
    this.socket.on("close", () => this.end());
  }

  /**
   * Never displaces a pipe of the user's own; one that a former daemon left behind is closed first. `isStale` tells whether
   * a pipe that is open, though nobody writes to the former FIFO, is nobody's.
   */
  static async open(
    control: TmuxControl,
    paneId: string,
    path: string,
    former: string | null,
    scrollback: number,
    isStale: () => Promise<boolean>,
  ): Promise<OutputResult | "taken"> {
    // the writer of a former daemon's pipe may be gone, and the pipe that is open now be the user's
    const closes = former !== null && (hasWriter(former) || (await isStale()));
    if (former !== null) unlinkQuietly(former);
    await run("mkfifo", ["-m", "600", path]);
    const pipe = new PanePipe(paneId, path);
    // only while it is a FIFO: else a plain file would take all that the pane prints; the empty line says that it is there
    const command = tmuxQuote(
      `[ -p ${shellQuote(path)} ] && { echo; exec cat; } > ${shellQuote(path)}`
        .replaceAll("#", "##")
        .replaceAll("%", "%%"),
    );
    const target = `-t ${paneId}`;
    const commands = [
      closes ? `pipe-pane ${target}` : `display-message -p ''`,
      `set-option -pu ${target} @agtmux_pipe`,
      `if-shell -F ${target} '#{pane_pipe}' { } { pipe-pane -O ${target} ${command} ; set-option -p ${target} @agtmux_pipe ${tmuxQuote(path)} }`,
      `display-message -p ${target} '#{alternate_on} #{pane_height} #{@agtmux_pipe}'`,
      `capture-pane -p -J -S -${scrollback} ${target}`,
    ];
    const replies = await control.runList(commands.join("\n")).catch(() => []);
    const [answer, capture] = replies.slice(-2);
    const [alternate, height, ...owner] = (answer?.lines[0] ?? "").split(" ");
    if (answer?.ok && capture?.ok && owner.join(" ") === path) {
      return {
        status: "open",
        output: pipe,
        start: { rows: capture.lines, height: Number(height), alternate: alternate === "1" },
      };
    }
    pipe.release();
    return answer?.ok ? "taken" : { status: "gone" };
  }

  /** The user may have closed our pipe, or put another in its place. */
  isOpen(pane: ObservedPane): boolean {
    return pane.piped && !this.hasEnded;
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.onBytes = listener;
    this.socket.on("data", (bytes: Uint8Array) => this.hear(bytes));
  }

  onEnd(listener: () => void): void {
    this.ended = listener;
    if (this.hasEnded) listener();
  }

  /** Gives the pane back as it was. Where the user has put a pipe in the place of ours, that pipe stays. */
  async close(control: TmuxControl | null): Promise<void> {
    const target = `-t ${this.paneId}`;
    const ours = `#{==:#{@agtmux_pipe},${this.path.replaceAll("#", "##").replaceAll(",", "#,")}}`;
    const shut = (await this.isFed()) ? `pipe-pane ${target} ; ` : "";
    await control
      ?.runList(`if-shell -F ${target} ${tmuxQuote(ours)} { ${shut}set-option -pu ${target} @agtmux_pipe }`)
      .catch(() => undefined);
  }

  /** Lets go of our end, and tells whether anybody still holds the other. */
  private async isFed(): Promise<boolean> {
    const reader = openQuietly(this.path);
    this.isClosing = true;
    // first: a writer that comes late would wait for a reader forever
    unlinkQuietly(this.path);
    this.letGo();
    if (!this.socket.destroyed) {
      this.socket.destroy();
      await once(this.socket, "close");
    }
    return reader !== null && isWrittenTo(reader);
  }

  /** The first byte is its writer's own. From then on the FIFO ends with it: when tmux closes the pipe. */
  private hear(bytes: Uint8Array): void {
    const isFirst = this.keeper !== null;
    this.letGo();
    const printed = isFirst ? bytes.subarray(1) : bytes;
    if (printed.length > 0) this.onBytes(printed);
  }

  private letGo(): void {
    if (this.keeper !== null) closeSync(this.keeper);
    this.keeper = null;
  }

  private end(): void {
    this.hasEnded = true;
    unlinkQuietly(this.path);
    if (!this.isClosing) this.ended();
  }

  private release(): void {
    this.isClosing = true;
    unlinkQuietly(this.path);
    this.letGo();
    this.socket.destroy();
  }
}

export function hasWriter(path: string): boolean {
  const reader = openQuietly(path);
  return reader !== null && isWrittenTo(reader);
}

function openQuietly(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** Reading a FIFO that nobody writes to ends at once; one that somebody holds open says "try again" or gives bytes. */
function isWrittenTo(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EAGAIN";
  } finally {
    closeSync(reader);
  }
}

function shellQuote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Where it cannot be removed, such as on a disk that has become read-only, the pipe is let go of all the same. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // whoever makes it anew will be told
  }
}

import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { OutputStart } from "../sources/pane-output.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { PipeEnd } from "./pipe-end.ts";
import { closeCommand, readSplice, spliceCommand } from "./tap-commands.ts";

/** What the pane shows at one place in its output. */
export interface Boundary {
  screen: ScreenCapture;
  /** The same as text, with wrapped lines joined, and all that has scrolled away within reach. */
  text: OutputStart;
}

export interface TapListener {
  bytes(bytes: Uint8Array): void;
  /** All that comes after it follows what it shows. Of what came before it the end may be missing. */
  boundary(boundary: Boundary): void;
  /** Nothing comes any more, although the pane may go on. */
  ended(): void;
}

export type SpliceOutcome =
  | "spliced"
  /** A pipe of the user's own is in the way. */
  | "taken"
  | "gone";

export interface PaneTapDeps {
  paneId: string;
  /** So many lines that have scrolled away come with a boundary. */
  scrollback: number;
  control(): TmuxControl | null;
  makeEnd(): Promise<PipeEnd>;
  /** Whether the pipe that tmux calls open is one that a former daemon of ours left behind. */
  isLeftBehind(): Promise<boolean>;
}

/** How long what was printed before a splice may take to arrive. */
const DRAIN_MS = 2_000;

/**
 * All that one pane prints, for everybody who listens, through one pipe of tmux's own.
 * A splice closes that pipe, captures the pane and opens another in one command list: tmux handles no output in between, so
 * the new pipe begins exactly where the capture stands. What tmux had not yet written to the old one is lost to the
 * stream; it is in the capture.
 */
export class PaneTap {
  private readonly deps: PaneTapDeps;
  private readonly listeners = new Set<TapListener>();
  private end: PipeEnd | null = null;
  private splicing: Promise<SpliceOutcome> | null = null;
  private again: Promise<SpliceOutcome> | null = null;

  constructor(deps: PaneTapDeps) {
    this.deps = deps;
  }

  get isOpen(): boolean {
    return this.end !== null && !this.end.hasEnded;
  }

  get isUsed(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: TapListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** A boundary for all who listen, later than this call. */
  splice(): Promise<SpliceOutcome> {
    if (this.splicing === null) {
      this.splicing = this.spliceNow().finally(() => {
        this.splicing = null;
      });
      return this.splicing;
    }
    // the one under way may have captured already; all who come meanwhile share the next one
    this.again ??= this.splicing
      .catch(() => null)
      .then(() => {
        this.again = null;
        return this.splice();
      });
    return this.again;
  }

  /** Gives the pane back as it was; a pipe of the user's own stays. */
  async close(): Promise<void> {
    await this.splicing?.catch(() => null);
    const { end } = this;
    this.end = null;
    if (end === null) return;
    const isFed = await end.close();
    await this.deps
      .control()
      ?.runList(closeCommand(this.deps.paneId, end.path, isFed))
      .catch(() => undefined);
  }

  private async spliceNow(): Promise<SpliceOutcome> {
    const { paneId, scrollback, control, makeEnd, isLeftBehind } = this.deps;
    const before = this.isOpen ? this.end : null;
    const former = before?.path ?? ((await isLeftBehind()) ? "any" : null);
    const next = await makeEnd();
    const connection = control();
    if (connection === null) {
      await next.close();
      throw new Error("the tmux connection is closed");
    }
    const command = spliceCommand({ paneId, scrollback, path: next.path, command: next.command, former });
    const replies = await connection.runList(command).catch(() => []);
    const outcome = readSplice(paneId, replies);
    if (typeof outcome === "string") {
      await next.close();
      return outcome;
    }
    this.end = next;
    await before?.drained(DRAIN_MS);
    for (const listener of [...this.listeners]) listener.boundary(outcome);
    next.start(
      (bytes) => {
        for (const listener of [...this.listeners]) listener.bytes(bytes);
      },
      () => this.hasEnded(next),
    );
    return "spliced";
  }

  private hasEnded(end: PipeEnd): void {
    if (this.end !== end || this.splicing !== null) return;
    for (const listener of [...this.listeners]) listener.ended();
  }
}

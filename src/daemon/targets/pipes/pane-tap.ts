import type { ScreenCapture } from "../../../core/terminal/screen-capture.ts";
import type { PipeEnd, PipeEndReason } from "../machine/pipe-end.ts";
import type { TmuxControl } from "../tmux/tmux-control.ts";
import type { OutputStart } from "./pane-output.ts";
import { closeCommand, readSplice, spliceCommand } from "./tap-commands.ts";

/** The pane's screen at one place in its output. */
export interface Boundary {
  /** Null unless a listener shows the pane. */
  screen: ScreenCapture | null;
  /** The same as text, with wrapped lines joined and the scrollback within the limit. */
  text: OutputStart;
}

export interface TapListener {
  /** True for a viewer of the pane; false if lines that may hold a marker are enough. */
  readonly wantsAll: boolean;
  bytes(bytes: Uint8Array): void;
  /** All later bytes follow this capture. The last bytes before it may be missing. */
  boundary(boundary: Boundary): void;
  /** The stream has ended, although the pane may still run. */
  ended(why: PipeEndReason): void;
}

export type SpliceOutcome =
  | "spliced"
  /** The user's own pipe is open. */
  | "taken"
  | "gone";

export interface PaneTapDeps {
  paneId: string;
  /** Scrollback lines in the first boundary, unless a listener shows the pane. */
  startLines: number;
  control(): TmuxControl | null;
  canFilter: boolean;
  makeEnd(passesAll: boolean): Promise<PipeEnd>;
  /** Whether the pipe that tmux reports is unused, or left by a former daemon of ours. */
  isLeftBehind(): Promise<boolean>;
}

/** How long output from before a splice may take to arrive, over a slow link or on a loaded machine. */
const DRAIN_MS = 10_000;
/** Scrollback lines in a boundary. */
export const SPLICE_LINES = 2_000;

/**
 * Passes the output of one pane to all listeners, through one tmux pipe. A splice closes that pipe, captures the pane
 * and opens another in one command list: tmux handles no output in between, so the new pipe starts exactly at the
 * capture. Output that tmux had not yet written to the old pipe is missing from the stream, but is in the capture.
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

  get isSplicing(): boolean {
    return this.splicing !== null;
  }

  get isUsed(): boolean {
    return this.listeners.size > 0;
  }

  /** False if only lines that may hold a marker pass. */
  get passesAll(): boolean {
    return this.end?.passesAll !== false;
  }

  listen(listener: TapListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Makes a boundary for all listeners, later than this call. */
  splice(): Promise<SpliceOutcome> {
    if (this.splicing === null) {
      this.splicing = this.spliceNow().finally(() => {
        this.splicing = null;
      });
      return this.splicing;
    }
    // the current splice may have captured already; all calls meanwhile share the next one
    this.again ??= this.splicing
      .catch(() => null)
      .then(() => {
        this.again = null;
        return this.splice();
      });
    return this.again;
  }

  /** Switches to filtered output if no listener wants all of it any more. */
  async narrow(): Promise<void> {
    if (this.deps.canFilter && this.isOpen && this.passesAll && !this.isAllWanted)
      await this.splice().catch(() => undefined);
  }

  /** Restores the pane as it was; the user's own pipe stays. */
  async close(): Promise<void> {
    await this.splicing?.catch(() => null);
    const { end } = this;
    this.end = null;
    if (end === null) return;
    const hasWriter = await end.close();
    await this.deps
      .control()
      ?.runList(closeCommand(this.deps.paneId, end.path, hasWriter))
      .catch(() => undefined);
  }

  private async spliceNow(): Promise<SpliceOutcome> {
    const { paneId, startLines, control, canFilter, makeEnd, isLeftBehind } = this.deps;
    const before = this.isOpen ? this.end : null;
    const former = before?.path ?? ((await isLeftBehind()) ? "any" : null);
    const withScreen = this.isAllWanted;
    const scrollback = before === null && !withScreen ? startLines : SPLICE_LINES;
    const next = await makeEnd(!canFilter || withScreen);
    const connection = control();
    if (connection === null) {
      await next.close();
      throw new Error("the tmux connection is closed");
    }
    const { path, command } = next;
    const splice = spliceCommand({ paneId, scrollback, path, command, former, withScreen });
    const replies = await connection.runList(splice).catch(() => []);
    const outcome = readSplice(paneId, replies, withScreen);
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
      (why) => this.tellEnded(next, why),
    );
    return "spliced";
  }

  private get isAllWanted(): boolean {
    return [...this.listeners].some(({ wantsAll }) => wantsAll);
  }

  private tellEnded(end: PipeEnd, why: PipeEndReason): void {
    if (this.end !== end || this.splicing !== null) return;
    for (const listener of [...this.listeners]) listener.ended(why);
  }
}

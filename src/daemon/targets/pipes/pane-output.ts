import type { PipeEndReason } from "../machine/pipe-end.ts";
import type { TmuxControl } from "../tmux/tmux-control.ts";
import type { ObservedPane } from "../tmux/topology.ts";

/** The pane's screen at the moment its output began to stream. */
export interface OutputStart {
  /** Scrollback, then the screen. */
  rows: string[];
  /** How many of the rows are the screen. */
  height: number;
  alternate: boolean;
  /** Number of screen rows below the cursor. */
  belowCursor: number;
  /** The cursor's line up to the cursor, if something was printed there. */
  unfinished: string;
  /** Number of history lines in tmux, whether read or not. */
  history: number;
  /** Most history lines that tmux keeps. */
  historyLimit: number;
}

/** The output of one pane from now on. */
export interface PaneOutput {
  onData(listener: (bytes: Uint8Array) => void): void;
  /**
   * Some output right before may be missing from the stream; the capture contains it. `wasWhole`: none was missing
   * until then.
   */
  onSplice?(listener: (start: OutputStart, wasWhole: boolean) => void): void;
  /** False: of its output only some lines arrive, each when it ends, which in a full-screen program may be minutes later. */
  readonly isWhole?: boolean;
  /** Whether lines that may hold a marker arrive as well, where the pane is captured. */
  readonly hasLines?: boolean;
  /** If the stream is incomplete: what the pane shows, a moment after it has printed. */
  onLook?(listener: LookListener): void;
  /** The last activity as tmux reports it. */
  noteActivity?(lastActivity: number): void;
  /** Restarts from what the pane shows now, passed to `onSplice`; false if that is impossible. */
  renew?(): Promise<boolean>;
  /** Called when the stream ends although the pane still runs. */
  onEnd?(listener: (why: PipeEndReason) => void): void;
  /** Whether it still streams, as far as tmux reports; called for every topology. */
  isOpen(pane: ObservedPane, control: TmuxControl): boolean;
  close(): Promise<void>;
}

/**
 * `pending`: markers may still arrive as lines, so capture again. `unheard`: no line has arrived since the last
 * capture, so splice: wait for lines on their way, and read the rest.
 */
export type LookOutcome = "told" | "pending" | "unheard";

/** Called when a capture is requested; the returned function takes it, a moment later. */
export type LookListener = () => (look: OutputStart) => LookOutcome;

export type OutputResult = { status: "open"; output: PaneOutput; start: OutputStart } | { status: "gone" };

import { captureCommand, readCapture, type ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";

/** How a pane's output reaches us. */
export interface PaneFeed {
  /**
   * Calls `onBoundary` with the screen at an exact place in the output: it includes all output before and none after.
   * `isSeamless`: no output before it was lost either. Resolves to false if the pane is gone.
   */
  capture(
    scrollback: number,
    kind: CaptureKind,
    onBoundary: (capture: ScreenCapture, isSeamless: boolean) => void,
  ): Promise<boolean>;
  close(): void;
}

/** For a new viewer, or only to check what viewers show. */
export type CaptureKind = "begin" | "check";

/** The pane's own process. */
export interface PaneProcess {
  pane_pid: number;
  dead: boolean;
}

export interface Size {
  cols: number;
  rows: number;
}

export function isSameSize(one: Size, other: Size): boolean {
  return one.cols === other.cols && one.rows === other.rows;
}

export interface PaneFeedEvents {
  onOutput(bytes: Uint8Array): void;
  /** The screen has changed; only for feeds without output. */
  onChange(): void;
  onSize(size: Size): void;
  onProcess(paneProcess: PaneProcess): void;
  onEnd(why: Error): void;
  /** The screen has been unchanged for a while; only for feeds without output. */
  onCalm(): void;
  /** Some output before this capture was lost; what follows continues from it. */
  onSplice(capture: ScreenCapture): void;
}

/** Captures the pane; null if it is gone. */
export async function capturePane(
  control: Pick<TmuxControl, "runList">,
  paneId: string,
  scrollback: number,
): Promise<ScreenCapture | null> {
  return readCapture(paneId, await control.runList(captureCommand(paneId, scrollback)));
}

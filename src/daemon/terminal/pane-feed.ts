import type { Size } from "../../core/terminal/layout-size.ts";
import {
  CAPTURE_REPLIES,
  captureCommand,
  readCapture,
  type ScreenCapture,
} from "../../core/terminal/screen-capture.ts";
import type { Reply, TmuxControl } from "../targets/tmux-control.ts";

/** How a pane's terminal gets here. */
export interface PaneFeed {
  /** Through which session, where that matters. */
  readonly sessionId: string | null;
  /**
   * Calls `onBoundary` with what the pane shows, at that very place in its output: all that was told before is in it, nothing
   * that is told after; `isSeamless` where, too, nothing of what came before was left untold. False where the pane is gone.
   */
  capture(
    scrollback: number,
    kind: CaptureKind,
    onBoundary: (capture: ScreenCapture, isSeamless: boolean) => void,
  ): Promise<boolean>;
  close(): void;
}

/** For somebody who begins there, or only to see whether what was shown is right. */
export type CaptureKind = "begin" | "check";

/** What is told of the pane's own process. */
export interface PaneLife {
  pane_pid: number;
  dead: boolean;
  /** Whether the pane stays when it ends. */
  remains: boolean;
}

export interface PaneFeedEvents {
  onOutput(bytes: Uint8Array): void;
  /** It shows something else than it did; only where no output comes. */
  onChange(): void;
  onSize(size: Size): void;
  onLife(life: PaneLife): void;
  onEnd(why: string): void;
  /** What came right before was not all told; what comes follows this. */
  onSplice(capture: ScreenCapture): void;
}

/** `isSure` is asked where the answer has come: false asks once more. */
export async function capturePane(
  control: Pick<TmuxControl, "runList">,
  paneId: string,
  scrollback: number,
  onBoundary: (capture: ScreenCapture) => void,
  isSure: () => boolean = () => true,
): Promise<"told" | "unsure" | "gone"> {
  const replies: Reply[] = [];
  const outcome: { is: "told" | "unsure" | "gone" } = { is: "gone" };
  await control.runList(captureCommand(paneId, scrollback), (index, reply) => {
    replies.push(reply);
    const capture = index === CAPTURE_REPLIES - 1 ? readCapture(paneId, replies) : null;
    if (capture === null) return;
    outcome.is = isSure() ? "told" : "unsure";
    if (outcome.is === "told") onBoundary(capture);
  });
  return outcome.is;
}

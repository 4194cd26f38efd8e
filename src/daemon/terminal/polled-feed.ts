import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import { type CaptureKind, capturePane, type PaneFeed, type PaneFeedEvents } from "./pane-feed.ts";

const EVERY_MS = 200;
/** After this many equal captures a pane is calm. */
const CALM_LOOKS = 25;

/** Polls a pane whose output is not available, or too much. */
export class PolledFeed implements PaneFeed {
  private readonly control: () => TmuxControl | null;
  private readonly paneId: string;
  private readonly events: PaneFeedEvents;
  private last = "";
  private sameLooks = 0;
  private next: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(control: () => TmuxControl | null, paneId: string, events: PaneFeedEvents) {
    this.control = control;
    this.paneId = paneId;
    this.events = events;
    this.glanceLater();
  }

  async capture(
    scrollback: number,
    _kind: CaptureKind,
    onBoundary: (capture: ScreenCapture, isSeamless: boolean) => void,
  ): Promise<boolean> {
    const control = this.control();
    if (control === null) throw new Error("the tmux connection is closed");
    const capture = await capturePane(control, this.paneId, scrollback);
    if (capture === null) return false;
    this.last = fingerprint(capture);
    onBoundary(capture, true);
    return true;
  }

  close(): void {
    this.closed = true;
    if (this.next !== null) clearTimeout(this.next);
  }

  private glanceLater(): void {
    if (!this.closed) this.next = setTimeout(() => void this.glance().finally(() => this.glanceLater()), EVERY_MS);
  }

  private async glance(): Promise<void> {
    const control = this.control();
    try {
      if (control === null) throw new Error("the tmux connection is closed");
      const capture = await capturePane(control, this.paneId, 0);
      if (this.closed) return;
      if (capture === null) this.events.onChange();
      else this.compare(capture);
    } catch (error) {
      if (!this.closed) this.events.onEnd(error as Error);
    }
  }

  private compare(capture: ScreenCapture): void {
    this.events.onProcess(capture.facts);
    if (this.closed) return;
    this.sameLooks = fingerprint(capture) === this.last ? this.sameLooks + 1 : 0;
    if (this.sameLooks === 0) this.events.onChange();
    if (this.sameLooks > 0 && this.sameLooks % CALM_LOOKS === 0) this.events.onCalm();
  }
}

/** Ignores scrollback, which does not change. */
function fingerprint({ facts, screen }: ScreenCapture): string {
  return JSON.stringify([facts, screen]);
}

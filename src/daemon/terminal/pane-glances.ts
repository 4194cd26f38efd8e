import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import { type CaptureKind, capturePane, type PaneFeed, type PaneFeedEvents } from "./pane-feed.ts";

const EVERY_MS = 200;

/**
 * A pane whose output cannot be had, or must not: it is looked at again and again. A pane that stays after its program has
 * ended must not be listened to: where tmux (up to 3.6) had something left to tell a client, the next respawn-pane ends the server.
 */
export class PaneGlances implements PaneFeed {
  readonly sessionId = null;
  private readonly control: () => TmuxControl | null;
  private readonly paneId: string;
  private readonly events: PaneFeedEvents;
  private last = "";
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
    const outcome = await capturePane(control, this.paneId, scrollback, (capture) => {
      this.last = fingerprint(capture);
      onBoundary(capture, true);
    });
    return outcome === "told";
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
      const outcome = await capturePane(control, this.paneId, 0, (capture) => this.compare(capture));
      if (outcome === "gone" && !this.closed) this.events.onChange();
    } catch (error) {
      if (!this.closed) this.events.onEnd(String(error));
    }
  }

  private compare(capture: ScreenCapture): void {
    if (this.closed) return;
    this.events.onLife(capture.facts);
    if (!this.closed && fingerprint(capture) !== this.last) this.events.onChange();
  }
}

/** What has scrolled away stays as it is. */
function fingerprint({ facts, screen }: ScreenCapture): string {
  return JSON.stringify([facts, screen]);
}

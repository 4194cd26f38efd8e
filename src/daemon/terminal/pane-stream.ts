import { sizeInLayout } from "../../core/terminal/layout-size.ts";
import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import { SessionClient, type SessionClientDeps } from "../sources/session-client.ts";
import type { Notification } from "../targets/tmux-control.ts";
import { type CaptureKind, capturePane, type PaneFeed, type PaneFeedEvents } from "./pane-feed.ts";

const MOST_TRIES = 50;
const LIFE = "agtmux-life";
const LIFE_FORMAT = "#{pane_pid} #{pane_dead} #{remain-on-exit}";

/**
 * All that one pane prints, through a control client of its own. tmux keeps the place of an answer among what one pane
 * prints, but not where several print to the same client: with another busy pane 4 of 100 captures came too late.
 */
export class PaneStream implements PaneFeed {
  private readonly client: SessionClient;
  private readonly paneId: string;
  private readonly events: PaneFeedEvents;
  /** How often another pane was heard. */
  private foreign = 0;

  /** `others` are the panes that print to the same session. */
  constructor(
    deps: SessionClientDeps,
    { pane_id, session_id }: { pane_id: string; session_id: string },
    others: readonly string[],
    events: PaneFeedEvents,
  ) {
    this.paneId = pane_id;
    this.events = events;
    this.client = new SessionClient(deps, session_id, {
      hear: (paneId, bytes) => this.hear(paneId, bytes),
      heed: (notification) => this.heed(notification),
      end: (why) => events.onEnd(why),
    });
    for (const paneId of others) this.client.pause(paneId);
    // told within a second of each change; where tmux does not, the next bootstrap tells
    this.client.control.run(`refresh-client -B '${LIFE}:${pane_id}:${LIFE_FORMAT}'`).catch(() => undefined);
  }

  get sessionId(): string {
    return this.client.sessionId;
  }

  async capture(
    scrollback: number,
    _kind: CaptureKind,
    onBoundary: (capture: ScreenCapture, isSeamless: boolean) => void,
  ): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const before = this.foreign;
      // where another pane was heard meanwhile, the answer may have come after what followed it
      const isSure = () => this.foreign === before || tries === MOST_TRIES;
      const tell = (capture: ScreenCapture) => onBoundary(capture, true);
      const outcome = await capturePane(this.client.control, this.paneId, scrollback, tell, isSure);
      if (outcome !== "unsure") return outcome === "told";
    }
  }

  close(): void {
    this.client.close();
  }

  private hear(paneId: string, bytes: Uint8Array): boolean {
    if (paneId !== this.paneId) {
      this.foreign += 1;
      return false;
    }
    this.events.onOutput(bytes);
    return true;
  }

  private heed(notification: Notification): void {
    if (notification.type === "subscription-changed" && notification.name === LIFE) {
      const [pid, dead, remains] = notification.value.split(" ");
      this.events.onLife({ pane_pid: Number(pid), dead: dead === "1", remains: remains !== "off" });
    } else if (notification.type === "layout-change") {
      const size = sizeInLayout(notification.visibleLayout ?? notification.layout, this.paneId);
      if (size !== null) this.events.onSize(size);
    }
  }
}

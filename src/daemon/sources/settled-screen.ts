import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";

export interface SeenScreen {
  rows: readonly string[];
  alternate: boolean;
}

export interface ScreenLook {
  /** When the text was asked for: on a busy machine the answer comes much later. */
  askedAt: number;
  /** Something was printed before the answer came. */
  hasMoved: boolean;
}

export interface SettledScreenDeps {
  paneId: string;
  capture(): Promise<SeenScreen>;
  onScreen(screen: SeenScreen, look: ScreenLook): void;
  settleMs: number;
  /** The longest wait for output that never settles. If `retry` is called sooner, it reads the screen. */
  longestMs(): number;
  clock: Clock;
  log: Log;
}

/** Captures a pane once its output has settled: the only way to read programs that place text by cursor. */
export class SettledScreen {
  private readonly deps: SettledScreenDeps;
  private timer: NodeJS.Timeout | null = null;
  /** The pane has printed since the last capture. */
  private unread = false;
  /** When it printed first since then. */
  private unreadSince = 0;
  private touches = 0;
  private stopped = false;

  constructor(deps: SettledScreenDeps) {
    this.deps = deps;
  }

  /** The pane has printed. */
  touch(): void {
    const { settleMs, longestMs, clock } = this.deps;
    const now = clock.now();
    if (!this.unread) this.unreadSince = now;
    this.unread = true;
    this.touches += 1;
    if (this.timer !== null) clearTimeout(this.timer);
    const leftMs = Math.max(0, this.unreadSince + longestMs() - now);
    this.timer = setTimeout(() => void this.read(), Math.min(settleMs, leftMs));
  }

  /** Captures after a failure, or if the output never settles. */
  retry(): void {
    if (this.unread) this.look();
  }

  /** Captures although nothing was printed. */
  look(): void {
    void this.read();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async read(): Promise<void> {
    const { paneId, capture, onScreen, clock, log } = this.deps;
    const { touches } = this;
    const askedAt = clock.now();
    this.unreadSince = askedAt;
    const screen = await capture().catch((error: unknown) => {
      log.debug({ pane: paneId, err: String(error) }, "screen not read");
      return null;
    });
    if (this.stopped || screen === null) return;
    this.unread = this.touches !== touches;
    onScreen(screen, { askedAt, hasMoved: this.unread });
  }
}

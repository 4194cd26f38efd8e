import { setTimeout as sleep } from "node:timers/promises";
import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { LocalTaps } from "../taps/local-taps.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import { type CaptureKind, capturePane, type PaneFeed, type PaneFeedEvents } from "./pane-feed.ts";

const FACTS_EVERY_MS = 200;
const FACTS = "#{pane_pid} #{pane_dead} #{remain-on-exit} #{pane_width} #{pane_height}";
/** So long nothing comes before and after a capture that needs no splice. */
const QUIET_MS = 40;
const MOST_TRIES = 5;

export interface PipeFeedDeps {
  taps: LocalTaps;
  control(): TmuxControl | null;
  paneId: string;
}

type OnBoundary = (capture: ScreenCapture, isWhole: boolean) => void;

/** All that one pane prints, through the pipe that everybody shares who listens to it. */
export class PipeFeed implements PaneFeed {
  readonly sessionId = null;
  private readonly deps: PipeFeedDeps;
  private readonly events: PaneFeedEvents;
  private readonly leave: () => void;
  private wanting: OnBoundary[] = [];
  private heardAt = 0;
  /** What the pane showed last, if its program had ended. */
  private lastOfDead: string | null = null;
  private next: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(deps: PipeFeedDeps, events: PaneFeedEvents) {
    this.deps = deps;
    this.events = events;
    this.leave = deps.taps.of(deps.paneId).listen({
      bytes: (bytes) => {
        this.heardAt = performance.now();
        if (!this.closed) events.onOutput(bytes);
      },
      boundary: ({ screen }) => this.reach(screen),
      ended: () => !this.closed && events.onEnd("the pane's pipe was closed"),
    });
    this.askLater();
  }

  /** One that is only to be checked needs no splice where the pane is quiet. */
  async capture(scrollback: number, kind: CaptureKind, onBoundary: OnBoundary): Promise<boolean> {
    if (kind === "check") {
      const outcome = await this.captureQuietly(scrollback, (capture) => onBoundary(capture, true));
      if (outcome === "told") return true;
    }
    this.wanting.push(onBoundary);
    const outcome = await this.deps.taps.of(this.deps.paneId).splice();
    if (outcome === "spliced") return true;
    this.wanting = this.wanting.filter((each) => each !== onBoundary);
    if (outcome === "taken") throw new Error(TAKEN);
    // tmux opens no pipe for a pane whose program has ended, which can still be shown
    const shown = await this.captureQuietly(scrollback, (capture) => onBoundary(capture, false));
    if (shown === "unsure") throw new Error("what it printed last is still on its way");
    return shown === "told";
  }

  close(): void {
    this.closed = true;
    if (this.next !== null) clearTimeout(this.next);
    this.leave();
    void this.deps.taps.release(this.deps.paneId);
  }

  /** Nobody here may have asked for it: then, too, what came before may lack its end. */
  private reach(screen: ScreenCapture): void {
    if (this.closed) return;
    this.note(screen);
    const wanting = this.wanting.splice(0);
    if (wanting.length === 0) this.events.onSplice(screen);
    for (const tell of wanting) tell(screen, false);
  }

  /** What is told from here on is compared with it. */
  private note({ facts, screen }: ScreenCapture): void {
    this.lastOfDead = facts.dead ? screen.join("\n") : null;
  }

  private async captureQuietly(
    scrollback: number,
    onBoundary: (capture: ScreenCapture) => void,
  ): Promise<"told" | "unsure" | "gone"> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (performance.now() - this.heardAt < QUIET_MS) {
        await sleep(QUIET_MS);
        continue;
      }
      const control = this.deps.control();
      if (control === null) throw new Error("the tmux connection is closed");
      let seen: ScreenCapture | null = null;
      const askedAt = performance.now();
      const outcome = await capturePane(control, this.deps.paneId, scrollback, (capture) => {
        seen = capture;
      });
      if (outcome !== "told" || seen === null) return outcome;
      await sleep(QUIET_MS);
      if (this.heardAt > askedAt) continue;
      this.note(seen);
      onBoundary(seen);
      return "told";
    }
    return "unsure";
  }

  private askLater(): void {
    if (!this.closed) this.next = setTimeout(() => void this.ask().finally(() => this.askLater()), FACTS_EVERY_MS);
  }

  /** What no output tells: its size, and whether its program has ended or is another. */
  private async ask(): Promise<void> {
    const told = await this.deps
      .control()
      ?.run(`display-message -p -t ${this.deps.paneId} '${FACTS}'`)
      .catch(() => undefined);
    const [pid, dead, remains, cols, rows] = (told?.[0] ?? "").split(" ");
    if (this.closed || rows === undefined) return;
    this.events.onSize({ cols: Number(cols), rows: Number(rows) });
    if (!this.closed) this.events.onLife({ pane_pid: Number(pid), dead: dead === "1", remains: remains !== "off" });
    if (!this.closed && dead === "1") await this.lookAtDead();
  }

  /** Into a pane whose program has ended tmux itself writes that it has, and nobody is told. */
  private async lookAtDead(): Promise<void> {
    const control = this.deps.control();
    if (control === null || this.lastOfDead === null) return;
    await capturePane(control, this.deps.paneId, 0, (capture) => {
      const before = this.lastOfDead;
      this.note(capture);
      if (before !== null && this.lastOfDead !== before && !this.closed) this.events.onChange();
    }).catch(() => undefined);
  }
}

/** What is thrown where a pipe of the user's own is in the way. */
export const TAKEN = "its output is piped elsewhere";

import { setTimeout as sleep } from "node:timers/promises";
import type { ScreenCapture } from "../../core/terminal/screen-capture.ts";
import type { SpliceOutcome } from "../targets/pipes/pane-tap.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import { type CaptureKind, capturePane, type PaneFeed, type PaneFeedEvents } from "./pane-feed.ts";

const FACTS_EVERY_MS = 200;
const FACTS = "#{pane_pid} #{pane_dead} #{pane_width} #{pane_height}";
const MAX_TRIES = 5;

export interface PipeFeedDeps {
  taps: PaneTaps;
  control(): TmuxControl | null;
  paneId: string;
}

type OnBoundary = (capture: ScreenCapture, isWhole: boolean) => void;

/** All output of one pane, through the pipe shared by all its listeners. */
export class PipeFeed implements PaneFeed {
  private readonly deps: PipeFeedDeps;
  private readonly events: PaneFeedEvents;
  private readonly leave: () => void;
  private wanting: OnBoundary[] = [];
  private heardAt = 0;
  /** The last screen of a pane whose program has exited. */
  private lastOfDead: string | null = null;
  private next: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(deps: PipeFeedDeps, events: PaneFeedEvents) {
    this.deps = deps;
    this.events = events;
    this.leave = deps.taps.of(deps.paneId).listen({
      wantsAll: true,
      bytes: (bytes) => {
        this.heardAt = performance.now();
        if (!this.closed) events.onOutput(bytes);
      },
      boundary: ({ screen }) => screen !== null && this.reach(screen),
      ended: (why) =>
        !this.closed &&
        events.onEnd(why === "flooded" ? new NoPipe("it prints too much") : new Error("the pane's pipe was closed")),
    });
    this.askLater();
  }

  /** A check needs no splice while the pane is quiet. */
  async capture(scrollback: number, kind: CaptureKind, onBoundary: OnBoundary): Promise<boolean> {
    if (kind === "check") {
      const outcome = await this.captureQuietly(scrollback, (capture) => onBoundary(capture, true));
      if (outcome === "told") return true;
    }
    this.wanting.push(onBoundary);
    const outcome = await this.splice();
    if (outcome === "spliced") return true;
    this.wanting = this.wanting.filter((each) => each !== onBoundary);
    if (outcome === "taken") throw new NoPipe("its output is piped elsewhere");
    // tmux opens no pipe for a pane whose program has exited, but can still capture it
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

  private async splice(): Promise<SpliceOutcome> {
    try {
      return await this.deps.taps.of(this.deps.paneId).splice();
    } catch (error) {
      throw new NoPipe((error as Error).message);
    }
  }

  /** A splice that others asked for may have lost output here too. */
  private reach(screen: ScreenCapture): void {
    if (this.closed) return;
    this.note(screen);
    const wanting = this.wanting.splice(0);
    if (wanting.length === 0) this.events.onSplice(screen);
    for (const tell of wanting) tell(screen, false);
  }

  /** Later captures of a dead pane are compared with this one. */
  private note({ facts, screen }: ScreenCapture): void {
    this.lastOfDead = facts.dead ? screen.join("\n") : null;
  }

  private async captureQuietly(
    scrollback: number,
    onBoundary: (capture: ScreenCapture) => void,
  ): Promise<"told" | "unsure" | "gone"> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (performance.now() - this.heardAt < this.deps.taps.pipes.lagMs) {
        await sleep(this.deps.taps.pipes.lagMs);
        continue;
      }
      const control = this.deps.control();
      if (control === null) throw new Error("the tmux connection is closed");
      const askedAt = performance.now();
      const seen = await capturePane(control, this.deps.paneId, scrollback);
      if (seen === null) return "gone";
      await sleep(this.deps.taps.pipes.lagMs);
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

  /** Polls what output does not tell: the size, and whether the program has exited or changed. */
  private async ask(): Promise<void> {
    const told = await this.deps
      .control()
      ?.run(`display-message -p -t ${this.deps.paneId} '${FACTS}'`)
      .catch(() => undefined);
    const [pid, dead, cols, rows] = (told?.[0] ?? "").split(" ");
    if (this.closed || rows === undefined) return;
    this.events.onSize({ cols: Number(cols), rows: Number(rows) });
    if (!this.closed) this.events.onProcess({ pane_pid: Number(pid), dead: dead === "1" });
    if (!this.closed && dead === "1") await this.lookAtDead();
  }

  /** tmux itself writes into a pane whose program has exited, without any output event. */
  private async lookAtDead(): Promise<void> {
    const control = this.deps.control();
    if (control === null || this.lastOfDead === null) return;
    const capture = await capturePane(control, this.deps.paneId, 0).catch(() => null);
    const before = this.lastOfDead;
    if (capture === null || before === null || this.closed) return;
    this.note(capture);
    if (this.lastOfDead !== before) this.events.onChange();
  }
}

/** No usable pipe: the user's own is in the way, the machine allows no further channel, or there is too much output. */
export class NoPipe extends Error {}

import type { PipeEndReason } from "../targets/machine/pipe-end.ts";
import { lookAtPane } from "../targets/pipes/pane-look.ts";
import type { LookListener, OutputStart, PaneOutput } from "../targets/pipes/pane-output.ts";
import type { PaneTap, SpliceOutcome, TapListener } from "../targets/pipes/pane-tap.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";

export interface PipedPaneDeps {
  taps: PaneTaps;
  pane: ObservedPane;
  control: TmuxControl;
  scrollback: number;
  /** Called when the pane should be captured instead for a while. */
  onUnfit(why: string): void;
}

/** tmux reports activity in whole seconds: further output in the same second changes nothing in its report. */
const LOOK_MS = 1_100;
/** A quiet pane that prints again is also captured this soon: it may be a dialog, or the answer to one. */
const FIRST_LOOK_MS = 100;
const SHORT_LIFE_MS = 10_000;
/** A line mostly arrives within this time after a capture that shows it. */
const LINES_MS = 300;

/**
 * Reads a pane for markers through its tap. If the tap passes only lines that may hold one, incomplete lines and
 * painted output are captured a moment after the pane has printed.
 */
export class PipedPane implements PaneOutput, TapListener {
  readonly wantsAll = false;
  readonly hasLines = true;
  isWhole = false;
  private readonly deps: PipedPaneDeps;
  private readonly paneId: string;
  private readonly tap: PaneTap;
  private readonly leave: () => void;
  private readonly openedAt = performance.now();
  private first: OutputStart | null = null;
  /** Output that arrives before there is a listener. */
  private early: Uint8Array[] = [];
  private listener: ((bytes: Uint8Array) => void) | null = null;
  private onSpliced: ((start: OutputStart, wasWhole: boolean) => void) | null = null;
  private onLooking: LookListener = () => () => "told";
  private onOver: (why: PipeEndReason) => void = () => {};
  private activity: number;
  private firstLook: NodeJS.Timeout | null = null;
  private look: NodeJS.Timeout | null = null;
  private isLookStale = false;
  private isClosed = false;
  /** Number of splices. */
  private splices = 0;

  constructor(deps: PipedPaneDeps) {
    this.deps = deps;
    this.paneId = deps.pane.pane_id;
    this.activity = deps.pane.lastActivity;
    this.tap = deps.taps.of(this.paneId);
    this.leave = this.tap.listen(this);
  }

  async begin(): Promise<SpliceOutcome> {
    const outcome = await this.tap.splice();
    this.lookLater();
    return outcome;
  }

  /** The screen at the start, with at most `scrollback` lines of history. */
  start(): OutputStart | null {
    return this.first && { ...this.first, rows: this.first.rows.slice(-(this.deps.scrollback + this.first.height)) };
  }

  bytes(bytes: Uint8Array): void {
    if (this.listener === null) this.early.push(bytes);
    else this.listener(bytes);
  }

  boundary({ text }: { text: OutputStart }): void {
    this.splices += 1;
    const wasWhole = this.isWhole;
    this.isWhole = this.tap.passesAll;
    // tmux may have reported this second's activity already, while all output passed, and reports it only once
    if (wasWhole) this.lookLater();
    if (this.onSpliced !== null) {
      this.onSpliced(text, wasWhole);
      return;
    }
    this.first = text;
    this.early = [];
  }

  ended(why: PipeEndReason): void {
    if (why === "flooded") this.deps.onUnfit("it prints more than the link carries");
    // a filter that runs out of memory would do so again and again
    else if (!this.tap.passesAll && performance.now() - this.openedAt < SHORT_LIFE_MS)
      this.deps.onUnfit("its pipe ended soon");
    this.onOver(why);
  }

  async renew(): Promise<boolean> {
    return (await this.tap.splice().catch(() => "failed")) === "spliced";
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.listener = listener;
    for (const bytes of this.early.splice(0)) listener(bytes);
  }

  onSplice(listener: (start: OutputStart, wasWhole: boolean) => void): void {
    this.onSpliced = listener;
    // hundreds of rows, which would stay in memory for as long as the pane is read
    this.first = null;
  }

  onLook(listener: LookListener): void {
    this.onLooking = listener;
  }

  onEnd(listener: (why: PipeEndReason) => void): void {
    this.onOver = listener;
  }

  noteActivity(lastActivity: number): void {
    if (lastActivity === this.activity) return;
    this.activity = lastActivity;
    if (this.look === null) this.lookSoon();
    this.lookLater();
  }

  isOpen({ piped }: ObservedPane): boolean {
    // a splice has closed the former pipe, and tmux may have opened the next one before we hear of it
    return piped && (this.tap.isOpen || this.tap.isSplicing);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.onOver = () => {};
    for (const timer of [this.firstLook, this.look]) if (timer !== null) clearTimeout(timer);
    this.leave();
    await this.deps.taps.release(this.paneId);
  }

  private lookSoon(): void {
    if (this.isClosed || this.tap.passesAll) return;
    this.firstLook ??= setTimeout(() => {
      this.firstLook = null;
      void this.capture();
    }, FIRST_LOOK_MS);
  }

  /** A capture that is already due may be too early for what was just printed. */
  private lookLater(): void {
    if (this.isClosed || this.tap.passesAll) return;
    this.isLookStale = this.look !== null;
    this.look ??= setTimeout(() => {
      this.look = null;
      if (this.isLookStale) this.lookLater();
      void this.capture();
    }, LOOK_MS);
  }

  private async capture(): Promise<void> {
    const { control, scrollback } = this.deps;
    const { splices } = this;
    const see = this.onLooking();
    // the connection has ended: the pane is opened again over the next one
    const seen = await lookAtPane(control, this.paneId, scrollback).catch(() => null);
    if (seen === null) return;
    setTimeout(() => {
      if (this.isClosed) return;
      // a splice came between: its capture may be older than this one, and the lines between the two are still to arrive
      if (this.splices !== splices || this.tap.isSplicing) return this.lookLater();
      const outcome = see(seen);
      if (outcome === "pending") this.lookLater();
      // a splice waits for lines on their way, and captures what never arrives as a line
      if (outcome === "unheard") void this.renew();
    }, LINES_MS);
  }
}

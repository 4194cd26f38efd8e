import { randomUUID } from "node:crypto";
import { asFault, Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { BootstrapReason } from "../../core/protocol/terminal/terminal.ts";
import { encodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import { backoff } from "../../core/retry/backoff.ts";
import type { ScreenCapture, ScreenFacts } from "../../core/terminal/screen-capture.ts";
import type { Clock } from "../base/clock.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";
import type { FeedSubscriber } from "./feed-subscriber.ts";
import { NumberedOutput } from "./numbered-output.ts";
import {
  type CaptureKind,
  isSameSize,
  type PaneFeed,
  type PaneFeedEvents,
  type PaneProcess,
  type Size,
} from "./pane-feed.ts";
import { NoPipe, PipeFeed } from "./pipe-feed.ts";
import { PolledFeed } from "./polled-feed.ts";

export interface PaneSourceDeps {
  clock: Clock;
  scrollback: number;
  paneId: string;
  /** As tmux last reported it; null if it is gone. */
  pane(): ObservedPane | null;
  taps: PaneTaps;
  /** The control connection. */
  control(): TmuxControl | null;
}

/** First delay before checking a doubtful screen; doubles up to the longest. */
const DOUBT_MS = 50;
const LONGEST_DOUBT_MS = 2_000;
/** First delay before a pipe is tried again; doubles. */
const FIRST_PIPE_MS = 5_000;
const MAX_PIPE_TRIES = 6;

/** One connection to the pane's output. */
interface FeedInUse {
  id: string;
  feed: PaneFeed;
  output: NumberedOutput;
}

/** One pane's output for any number of viewers. tmux is read whether or not viewers keep up. */
export class PaneSource {
  private readonly deps: PaneSourceDeps;
  private readonly live = new Set<FeedSubscriber>();
  private readonly waiting = new Map<FeedSubscriber, BootstrapReason>();
  private feedInUse: FeedInUse | null = null;
  private facts: ScreenFacts | null = null;
  /** As tmux last told it between captures. */
  private size: Size | null = null;
  private looking: FeedInUse | null = null;
  private stale = false;
  private doubt: NodeJS.Timeout | null = null;
  private doubts = 0;
  private retry: NodeJS.Timeout | null = null;
  private failures = 0;
  private closed = false;
  /** No usable pipe: the pane is polled instead. */
  private isLookedAt = false;
  private pipeTries = 0;
  private pipeAt = 0;

  constructor(deps: PaneSourceDeps) {
    this.deps = deps;
    // after the caller has registered its viewers
    queueMicrotask(() => this.attach());
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Sends a bootstrap at the next boundary, and all output after it. */
  want(subscriber: FeedSubscriber, reason: BootstrapReason): void {
    if (this.closed) {
      subscriber.closed(gone(this.deps.paneId));
      return;
    }
    this.live.delete(subscriber);
    if (!this.waiting.has(subscriber)) this.waiting.set(subscriber, reason);
    this.look();
  }

  /** Sends nothing more until `want` is called again. */
  leaveOut(subscriber: FeedSubscriber): void {
    this.live.delete(subscriber);
    this.waiting.delete(subscriber);
  }

  /** Called when the topology changed: the pane may have moved or gone. */
  review(): void {
    if (this.closed) return;
    if (this.deps.pane() === null) this.end(gone(this.deps.paneId));
  }

  close(): void {
    this.closed = true;
    this.live.clear();
    this.waiting.clear();
    for (const timer of [this.doubt, this.retry]) if (timer !== null) clearTimeout(timer);
    this.feedInUse?.feed.close();
    this.feedInUse = null;
  }

  private end(fault: Fault): void {
    const all = this.allSubscribers();
    this.close();
    for (const subscriber of all) subscriber.closed(fault);
  }

  private attach(): void {
    try {
      this.attachNow();
    } catch (error) {
      // retried, since viewers wait for it
      if (!this.closed) this.interrupted(error);
    }
  }

  private attachNow(): void {
    if (this.closed) return;
    if (this.deps.pane() === null) {
      this.end(gone(this.deps.paneId));
      return;
    }
    const events: PaneFeedEvents = {
      onOutput: (bytes) => this.feedInUse === feedInUse && this.hear(feedInUse, bytes),
      onChange: () => this.feedInUse === feedInUse && this.wantAll("changed"),
      onSize: (size) => this.feedInUse === feedInUse && this.hearSize(size),
      onProcess: (paneProcess) =>
        this.feedInUse === feedInUse && this.isRevived(paneProcess) && this.wantAll("repaired"),
      onEnd: (why) => this.feedInUse === feedInUse && this.interrupted(why),
      onCalm: () => this.feedInUse === feedInUse && this.tryPipe(),
      onSplice: (capture) => this.feedInUse === feedInUse && this.see(feedInUse, capture, "splice"),
    };
    const { taps, control, paneId } = this.deps;
    const feed = this.isLookedAt
      ? new PolledFeed(control, paneId, events)
      : new PipeFeed({ taps, control, paneId }, events);
    const feedInUse: FeedInUse = { id: randomUUID(), feed, output: new NumberedOutput(this.deps.clock) };
    this.feedInUse = feedInUse;
    this.wantAll("reconnected");
  }

  /** Tries the pipe again, with growing delays. */
  private tryPipe(): void {
    if (performance.now() < this.pipeAt) return;
    this.pipeAt = performance.now() + FIRST_PIPE_MS * 2 ** this.pipeTries;
    this.pipeTries = Math.min(this.pipeTries + 1, MAX_PIPE_TRIES);
    this.feedInUse?.feed.close();
    this.feedInUse = null;
    this.isLookedAt = false;
    this.attach();
  }

  private hear(feedInUse: FeedInUse, chunk: Uint8Array): void {
    if (!feedInUse.output.feed(chunk)) this.wantAll("repaired");
    // batches everything tmux sends at once into one frame
    queueMicrotask(() => this.feedInUse === feedInUse && this.flush(feedInUse));
  }

  private flush({ output }: FeedInUse): void {
    const taken = output.take();
    if (taken === null || this.live.size === 0) return;
    const frame = encodeServerFrame({ kind: "output", ...taken });
    for (const subscriber of this.live) subscriber.output(frame, taken.offset, taken.bytes.length);
    if (output.isInDoubt) this.lookSoon();
  }

  private lookSoon(): void {
    const wait = Math.min(DOUBT_MS * 2 ** this.doubts, LONGEST_DOUBT_MS);
    this.doubt ??= setTimeout(() => {
      this.doubt = null;
      this.doubts += 1;
      this.look();
    }, wait);
  }

  private hearSize(size: Size): void {
    this.size = size;
    if (this.isResized(size)) this.wantAll("resized");
  }

  private isResized(size: Size): boolean {
    return this.facts !== null && !isSameSize(this.facts, size);
  }

  /** A capture that was under way when tmux told a new size; the next one is asked for already. */
  private isOutdated(facts: ScreenFacts): boolean {
    return this.stale && this.size !== null && !isSameSize(facts, this.size);
  }

  /** Detects exit and respawn: output right before the end and the clearing before a restart reach no client. */
  private isRevived({ pane_pid, dead }: Pick<PaneProcess, "pane_pid" | "dead">): boolean {
    return this.facts !== null && (this.facts.pane_pid !== pane_pid || this.facts.dead !== dead);
  }

  private wantAll(reason: BootstrapReason): void {
    if (reason === "reconnected") this.sayMore(reason);
    this.setAside(reason);
    this.look();
  }

  /** Live viewers get no more output until the next bootstrap. */
  private setAside(reason: BootstrapReason): void {
    for (const subscriber of this.live) this.waiting.set(subscriber, reason);
    this.live.clear();
  }

  /** Viewers that wait for a repair are told this more specific reason instead. */
  private sayMore(more: BootstrapReason): void {
    for (const [subscriber, why] of this.waiting) if (why === "repaired") this.waiting.set(subscriber, more);
  }

  private look(): void {
    this.stale = true;
    if (this.feedInUse !== null && this.looking !== this.feedInUse) void this.lookWhileStale(this.feedInUse);
  }

  private async lookWhileStale(feedInUse: FeedInUse): Promise<void> {
    this.looking = feedInUse;
    try {
      while (this.stale && this.feedInUse === feedInUse) {
        this.stale = false;
        const kind: CaptureKind = this.waiting.size > 0 ? "begin" : "check";
        const scrollback = kind === "begin" ? this.deps.scrollback : 0;
        const isThere = await feedInUse.feed.capture(scrollback, kind, (capture, isSeamless) => {
          if (this.feedInUse === feedInUse) this.see(feedInUse, capture, isSeamless ? kind : "splice");
        });
        if (!isThere && this.feedInUse === feedInUse) this.end(gone(this.deps.paneId));
        this.failures = 0;
        if (!this.isLookedAt) this.pipeTries = 0;
      }
    } catch (error) {
      if (this.feedInUse === feedInUse) this.interrupted(error);
    }
    if (this.looking === feedInUse) this.looking = null;
  }

  /** Handles a capture at its exact place in the stream. At a splice, output before it was lost. */
  private see(feedInUse: FeedInUse, capture: ScreenCapture, kind: CaptureKind | "splice"): void {
    this.flush(feedInUse);
    const isResized = this.isResized(capture.facts);
    const isRevived = this.isRevived(capture.facts);
    const isWrong = kind === "splice" || feedInUse.output.settle(capture) || isRevived;
    if (kind === "splice") feedInUse.output.restart(capture);
    this.facts = capture.facts;
    if (isResized || isWrong) this.setAside(isResized ? "resized" : "repaired");
    if (isResized) this.sayMore("resized");
    // viewers are waiting now: capture again with the scrollback
    if (kind === "check" && this.waiting.size > 0) this.look();
    else if (!this.isOutdated(capture.facts)) this.begin(feedInUse, capture);
  }

  private begin({ id, output }: FeedInUse, capture: ScreenCapture): void {
    if (this.waiting.size === 0) return;
    const start = { stream: id, offset: output.offset, facts: capture.facts, bytes: output.bootstrap(capture) };
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const [subscriber, reason] of waiting) {
      this.live.add(subscriber);
      subscriber.bootstrap(reason, start);
    }
  }

  private interrupted(why: unknown): void {
    this.feedInUse?.feed.close();
    this.feedInUse = null;
    // it can still be polled over the control connection
    this.isLookedAt = why instanceof NoPipe && this.deps.control()?.isOpen === true;
    const all = this.allSubscribers();
    this.wantAll("reconnected");
    if (!this.isLookedAt) for (const subscriber of all) subscriber.interrupted(interruption(why));
    const wait = this.isLookedAt ? 0 : backoff(this.failures, Math.random());
    this.retry = setTimeout(() => this.attach(), wait);
    this.failures += 1;
  }

  private allSubscribers(): FeedSubscriber[] {
    return [...this.live, ...this.waiting.keys()];
  }
}

/** People read it: of an error that is no fault, its message and not where in our code it came from. */
function interruption(why: unknown): Fault {
  const fault = asFault(why);
  return fault.code === "E_INTERNAL" ? new Fault("E_TARGET_UNREACHABLE", messageOf(why), {}, why) : fault;
}

function gone(paneId: string): Fault {
  return new Fault("E_REF_NOT_FOUND", `pane ${paneId} is gone`, { pane: paneId });
}

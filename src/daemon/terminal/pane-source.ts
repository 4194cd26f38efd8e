import { randomUUID } from "node:crypto";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { BootstrapReason } from "../../core/protocol/terminal.ts";
import { encodeTold } from "../../core/protocol/terminal-frames.ts";
import { isChannelRefused } from "../../core/ssh/ssh-failure.ts";
import type { Size } from "../../core/terminal/layout-size.ts";
import type { ScreenCapture, ScreenFacts } from "../../core/terminal/screen-capture.ts";
import type { Clock } from "../clock.ts";
import type { SessionClientDeps } from "../sources/session-client.ts";
import type { LocalTaps } from "../taps/local-taps.ts";
import { backoff } from "../targets/backoff.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane } from "../targets/topology.ts";
import { NumberedOutput } from "./numbered-output.ts";
import type { PaneFeed, PaneFeedEvents, PaneLife } from "./pane-feed.ts";
import { PaneGlances } from "./pane-glances.ts";
import { PaneStream } from "./pane-stream.ts";
import { PipeFeed, TAKEN } from "./pipe-feed.ts";

/** What one viewer is given. */
export interface Onlooker {
  /** The screen anew, and where in the stream that is. */
  bootstrap(reason: BootstrapReason, start: Start): void;
  /** Each byte has its number before it comes to any queue. */
  output(frame: Uint8Array, offset: number, length: number): void;
  interrupted(fault: Fault): void;
  closed(fault: Fault): void;
}

export interface Start {
  stream: string;
  offset: number;
  facts: ScreenFacts;
  bytes: Uint8Array;
}

export interface PaneSourceDeps extends SessionClientDeps {
  clock: Clock;
  scrollback: number;
  paneId: string;
  /** As tmux last told of it; null where it is gone. */
  pane(): ObservedPane | null;
  /** The pipes of the panes on this machine; null for one over ssh. */
  taps: LocalTaps | null;
  /** The other panes of its session. */
  neighbours(sessionId: string): string[];
  /** The connection for commands. */
  control(): TmuxControl | null;
}

/** What may be wrong on somebody's screen is looked at so soon, and then less and less often. */
const DOUBT_MS = 50;
const LONGEST_DOUBT_MS = 2_000;

/** One way to the pane, for as long as it lasts. */
interface Way {
  id: string;
  feed: PaneFeed;
  output: NumberedOutput;
}

/** One pane's output for any number of onlookers. tmux is read whether or not anybody keeps up. */
export class PaneSource {
  private readonly deps: PaneSourceDeps;
  private readonly live = new Set<Onlooker>();
  private readonly waiting = new Map<Onlooker, BootstrapReason>();
  private way: Way | null = null;
  /** Those before it, until it is there: tmux (3.3) may end where one client of ours leaves in the moment another one comes. */
  private former: PaneFeed[] = [];
  private facts: ScreenFacts | null = null;
  private looking: Way | null = null;
  private stale = false;
  private doubt: NodeJS.Timeout | null = null;
  private doubts = 0;
  private retry: NodeJS.Timeout | null = null;
  private failures = 0;
  private closed = false;
  /** Its machine takes no further connection. */
  private isCrowded = false;

  constructor(deps: PaneSourceDeps) {
    this.deps = deps;
    void this.attach();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** A bootstrap at the next boundary, and all output after it. */
  want(onlooker: Onlooker, reason: BootstrapReason): void {
    if (this.closed) {
      onlooker.closed(gone(this.deps.paneId));
      return;
    }
    this.live.delete(onlooker);
    if (!this.waiting.has(onlooker)) this.waiting.set(onlooker, reason);
    this.look();
  }

  /** Nothing any more, until it wants to be bootstrapped. */
  leaveOut(onlooker: Onlooker): void {
    this.live.delete(onlooker);
    this.waiting.delete(onlooker);
  }

  /** tmux has been looked at: the pane may have moved, or gone. */
  review(): void {
    if (this.closed) return;
    const pane = this.deps.pane();
    if (pane === null) this.end(gone(this.deps.paneId));
    else if (this.way?.feed.sessionId != null && pane.session_id !== this.way.feed.sessionId) void this.attach();
  }

  close(): void {
    this.closed = true;
    this.live.clear();
    this.waiting.clear();
    for (const timer of [this.doubt, this.retry]) if (timer !== null) clearTimeout(timer);
    this.closeFormer();
    this.way?.feed.close();
    this.way = null;
  }

  private closeFormer(): void {
    for (const feed of this.former.splice(0)) feed.close();
  }

  private end(fault: Fault): void {
    const all = this.everybody();
    this.close();
    for (const onlooker of all) onlooker.closed(fault);
  }

  private async attach(): Promise<void> {
    try {
      await this.attachNow();
    } catch (error) {
      // tried again: somebody waits for it
      if (!this.closed) this.interrupted(asFault(error));
    }
  }

  private async attachNow(): Promise<void> {
    const remains = await this.remains().catch(asFault);
    const pane = this.deps.pane();
    if (this.closed) return;
    if (pane === null) {
      this.end(gone(this.deps.paneId));
      return;
    }
    if (remains instanceof Error) {
      this.interrupted(remains);
      return;
    }
    const before = this.way;
    const events: PaneFeedEvents = {
      onOutput: (bytes) => this.way === way && this.hear(way, bytes),
      onChange: () => this.way === way && this.wantAll("changed"),
      onSize: (size) => this.way === way && this.isResized(size) && this.wantAll("resized"),
      onLife: (life) => this.way === way && this.lives(way, life),
      onEnd: (why) => this.way === way && this.interrupted(new Fault("E_TMUX", why || "the tmux connection closed")),
      onSplice: (capture) => this.way === way && this.see(way, capture, true, false),
    };
    const feed = this.feedOf(pane, remains, events);
    const way: Way = { id: randomUUID(), feed, output: new NumberedOutput(this.deps.clock) };
    this.way = way;
    if (before !== null) this.former.push(before.feed);
    this.wantAll("reconnected");
  }

  private feedOf(pane: ObservedPane, remains: boolean, events: PaneFeedEvents): PaneFeed {
    const { taps, control, paneId, neighbours } = this.deps;
    if (this.isCrowded) return new PaneGlances(control, paneId, events);
    if (taps !== null) return new PipeFeed({ taps, control, paneId }, events);
    return remains
      ? new PaneGlances(control, paneId, events)
      : new PaneStream(this.deps, pane, neighbours(pane.session_id), events);
  }

  private async remains(): Promise<boolean> {
    const told = await this.deps.control()?.run(`display-message -p -t ${this.deps.paneId} '#{remain-on-exit}'`);
    if (told === undefined) throw new Fault("E_TMUX", "the tmux connection is closed");
    return told[0] !== "off";
  }

  private hear(way: Way, chunk: Uint8Array): void {
    if (!way.output.feed(chunk)) this.wantAll("repaired");
    // all that tmux sends in one piece goes out in one
    queueMicrotask(() => this.way === way && this.flush(way));
  }

  private flush({ output }: Way): void {
    const taken = output.take();
    if (taken === null || this.live.size === 0) return;
    const frame = encodeTold({ kind: "output", ...taken });
    for (const onlooker of this.live) onlooker.output(frame, taken.offset, taken.bytes.length);
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

  private isResized({ cols, rows }: Size): boolean {
    return this.facts !== null && (this.facts.cols !== cols || this.facts.rows !== rows);
  }

  private lives({ feed }: Way, life: PaneLife): void {
    if (this.facts === null || this.isCrowded) return;
    const isAnother = !(feed instanceof PipeFeed) && life.remains !== feed instanceof PaneGlances;
    if (isAnother) void this.attach();
    else if (this.isRevived(life)) this.wantAll("repaired");
  }

  /** What is printed right before the end, and the clearing before a new beginning, no client is told. */
  private isRevived({ pane_pid, dead }: Pick<PaneLife, "pane_pid" | "dead">): boolean {
    return this.facts !== null && (this.facts.pane_pid !== pane_pid || this.facts.dead !== dead);
  }

  private wantAll(reason: BootstrapReason): void {
    // of two reasons the one counts that says more: another stream begins
    if (reason === "reconnected")
      for (const [onlooker, why] of this.waiting) if (why === "repaired") this.waiting.set(onlooker, reason);
    for (const onlooker of this.live) this.waiting.set(onlooker, reason);
    this.live.clear();
    this.look();
  }

  private look(): void {
    this.stale = true;
    if (this.way !== null && this.looking !== this.way) void this.lookWhileStale(this.way);
  }

  private async lookWhileStale(way: Way): Promise<void> {
    this.looking = way;
    try {
      while (this.stale && this.way === way) {
        this.stale = false;
        const isWhole = this.waiting.size > 0;
        const [kind, scrollback] = isWhole ? (["begin", this.deps.scrollback] as const) : (["check", 0] as const);
        const isThere = await way.feed.capture(scrollback, kind, (capture, isSeamless) => {
          // what was spliced has all that has scrolled away
          if (this.way === way) this.see(way, capture, isWhole || !isSeamless, isSeamless);
        });
        if (!isThere && this.way === way) this.end(gone(this.deps.paneId));
        this.failures = 0;
        if (this.way === way) this.closeFormer();
      }
    } catch (error) {
      if (this.way === way) this.interrupted(asFault(error));
    }
    if (this.looking === way) this.looking = null;
  }

  /** At the very place in the stream where tmux captured it. */
  private see(way: Way, capture: ScreenCapture, isWhole: boolean, isSeamless: boolean): void {
    this.flush(way);
    const isResized = this.isResized(capture.facts);
    const isRevived = this.isRevived(capture.facts);
    const isWrong = isSeamless ? way.output.settle(capture) || isRevived : true;
    if (!isSeamless) way.output.restart(capture);
    this.facts = capture.facts;
    for (const onlooker of isResized || isWrong ? this.live : [])
      this.waiting.set(onlooker, isResized ? "resized" : "repaired");
    // now that somebody waits, once more with all that has scrolled away
    if (!isWhole && this.waiting.size > 0) {
      for (const onlooker of this.waiting.keys()) this.live.delete(onlooker);
      this.look();
    } else this.begin(way, capture);
  }

  private begin({ id, output }: Way, capture: ScreenCapture): void {
    if (this.waiting.size === 0) return;
    const start = { stream: id, offset: output.offset, facts: capture.facts, bytes: output.bootstrap(capture) };
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const [onlooker, reason] of waiting) {
      this.live.add(onlooker);
      onlooker.bootstrap(reason, start);
    }
  }

  private interrupted(fault: Fault): void {
    this.closeFormer();
    this.way?.feed.close();
    this.way = null;
    // it can still be looked at over the connection that there is
    this.isCrowded = isChannelRefused(fault.message) || fault.message.includes(TAKEN);
    const all = this.everybody();
    this.wantAll("reconnected");
    if (!this.isCrowded) for (const onlooker of all) onlooker.interrupted(fault);
    const wait = this.isCrowded ? 0 : backoff(this.failures, Math.random());
    this.retry = setTimeout(() => void this.attach(), wait);
    this.failures += 1;
  }

  private everybody(): Onlooker[] {
    return [...this.live, ...this.waiting.keys()];
  }
}

function gone(paneId: string): Fault {
  return new Fault("E_REF_NOT_FOUND", `pane ${paneId} is gone`, { pane: paneId });
}

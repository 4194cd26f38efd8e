import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { BindingHints } from "../../core/protocol/events/event.ts";
import type { MarkerReading } from "../../core/protocol/events/explain.ts";
import { type Found, type Marker, mayBeginMarker } from "../../core/signals/marker.ts";
import { createMarkerDetector, type MarkerDetector } from "../../core/signals/marker-detector.ts";
import { newMarkers } from "../../core/signals/marker-screen.ts";
import { createScreenSplitter, type ScreenSplitter } from "../../core/terminal/alternate-screen.ts";
import type { Clock } from "../base/clock.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { LookOutcome, OutputStart } from "../targets/pipes/pane-output.ts";
import { AwaitedLines } from "./awaited-lines.ts";
import type { HeldNearMiss } from "./held-near-miss.ts";
import { isCut } from "./is-cut.ts";
import { markerFacts } from "./marker-facts.ts";
import { type MarkerMemory, withoutSecrets } from "./marker-memory.ts";
import { OutputTail } from "./output-tail.ts";
import { endsInMarker, endsWithMarker, isSaid, markersOf, paintedMarkers, shownMarkers } from "./shown-markers.ts";

export interface PaneMarkersDeps {
  paneId: string;
  target: string;
  /** Identifies the process that prints now: it may change while the pane is read. */
  hints(): BindingHints;
  intake: Intake;
  clock: Clock;
  nearMisses: HeldNearMiss;
  /** Markers of the main screen, and of the alternate one. */
  lines: MarkerMemory;
  screen: MarkerMemory;
  flushMs: number;
  /** Scrollback lines read at the first capture. */
  scrollback: number;
  /** When the printing process started. */
  bornAt: number;
  /** The last time at which this daemon or its predecessor certainly listened to the pane; 0 if unknown. */
  aliveAt: number;
  /** How to read the markers of the process that prints now. */
  readBy(): MarkerReading;
}

/** After the first capture of an agent's pane, its hooks and files may still arrive for this long. */
const WORDS_MS = 3_000;

/** A capture from before it was known whether we get the agent's own messages. */
interface FirstLook {
  start: OutputStart;
  lastActivity: number;
  rows: readonly string[] | null;
  timer: NodeJS.Timeout;
}

/**
 * Finds the markers in one pane. Line-by-line output goes through the stream detector; a full-screen program places
 * text by cursor, so its screen is read once its output has settled.
 */
export class PaneMarkers {
  private readonly deps: PaneMarkersDeps;
  private detector: MarkerDetector;
  private splitter: ScreenSplitter;
  private flushTimer: NodeJS.Timeout | null = null;
  /** Found, but not stored yet because the disk is full. */
  private held: SignalFacts[] = [];
  /** How to read what was painted since the screen was last read: the agent that painted it may be gone. */
  private unread: MarkerReading | null = null;
  private readonly tail = new OutputTail();
  private lookedAt = 0;
  private lookedAtScreen: "main" | "alternate" | null = null;
  /** Number of markers that have arrived as lines. */
  heard = 0;
  private readonly awaited = new AwaitedLines();
  /** It is stored that we listen to the pane. */
  private isKept = false;
  private first: FirstLook | null = null;

  constructor(deps: PaneMarkersDeps, start: OutputStart, lastActivity: number) {
    this.deps = deps;
    this.splitter = createScreenSplitter(start.alternate);
    this.detector = createMarkerDetector();
    if (deps.readBy() === "screen")
      this.first = { start, lastActivity, rows: null, timer: setTimeout(() => this.endFirstLook(), WORDS_MS) };
    this.resume(start, lastActivity);
  }

  /** Restarts from a capture, when some output before it may be missing. */
  resume(shown: OutputStart, lastActivity: number): void {
    const start = this.sinceFirstLook(shown);
    this.deps.nearMisses.compare(shown);
    this.awaited.restart();
    this.splitter = createScreenSplitter(start.alternate);
    this.detector = createMarkerDetector();
    this.look(start, lastActivity);
    if (!start.alternate) this.tail.restart(start.rows);
    // the cursor's line may hold the first part of a marker, and the rest comes through the pipe. A whole marker was read
    // just now: flushing keeps the detector from reporting it again
    if (start.alternate || !mayBeginMarker(start.unfinished)) return;
    this.detector.feed(Buffer.from(start.unfinished));
    this.detector.flush();
  }

  /** Whether output is lost: nothing that was read last is in what can still be read. */
  misses(start: OutputStart): boolean {
    if (!isCut(start) || start.alternate || this.isPainted || this.tail.isEmpty) return false;
    return this.tail.heardIn(start.rows) === null;
  }

  /** A full-screen program prints here: `readScreen` must read it. */
  get isPainted(): boolean {
    return this.splitter.alternate || this.unread !== null || this.deps.readBy() !== "lines";
  }

  feed(bytes: Uint8Array): void {
    const readBy = this.deps.readBy();
    const isPainted = readBy !== "lines";
    if (isPainted) this.unread = readBy;
    this.awaited.printed();
    this.deps.nearMisses.release();
    for (const segment of this.splitter.feed(bytes)) {
      if (!segment.alternate) this.feedMain(segment.bytes, isPainted);
      if (this.splitter.alternate !== segment.alternate) this.enterOtherScreen(!segment.alternate);
    }
    this.armFlush();
  }

  private feedMain(bytes: Uint8Array, isPainted: boolean): void {
    this.tail.hear(bytes);
    if (!isPainted) this.report(this.detector.feed(bytes));
    // before it shows in a capture, it may have scrolled away
    else if (this.deps.lines.show(paintedMarkers(bytes))) this.store([]);
  }

  /** Retries what could not be stored. */
  retry(): void {
    this.deliver([]);
  }

  stop(): void {
    this.deps.nearMisses.release();
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    if (this.first !== null) clearTimeout(this.first.timer);
  }

  /**
   * Reads the settled screen of a painting program. Of several markers painted at once, only the last one is current.
   * Skips a capture that already shows the other screen, because the output that switched to it has not arrived yet.
   */
  readScreen(rows: readonly string[], alternate: boolean): void {
    if (!this.isPainted || alternate !== this.splitter.alternate) return;
    if (this.first !== null) this.first.rows = rows;
    else this.readPainted(rows, this.deps.clock.now(), alternate);
  }

  /** Reads markers that were printed while we did not listen, from the screen and scrollback. */
  look(start: OutputStart, lastActivity: number): void {
    if (this.first !== null) {
      this.first = { ...this.first, start, lastActivity };
      return;
    }
    const latest = Math.min(this.deps.clock.now(), lastActivity + 999);
    if (start.alternate) this.lookAtAlternate(start, latest);
    else this.lookAtMain(start, latest);
    this.lookedAt = this.deps.clock.now();
    this.lookedAtScreen = start.alternate ? "alternate" : "main";
  }

  private lookAtAlternate({ rows, height }: OutputStart, latest: number): void {
    if (this.lookedAtScreen === "main") this.deps.screen.restart();
    // the scrollback above is output of the main screen
    this.readPainted(rows.slice(-height), latest, true);
  }

  private lookAtMain(start: OutputStart, latest: number): void {
    const { lines } = this.deps;
    // tmux keeps the scrollback when it clears the screen for a new process
    const rows = lines.hasNewProcess ? start.rows.slice(-start.height) : start.rows;
    // nobody knows when a marker was printed. If it ends the output, the last activity printed it; otherwise it gets the
    // earliest possible time, so that signals with a known time win
    const at = endsWithMarker(rows) ? latest : Math.min(latest, this.heardUntil() + 1);
    if (this.paintedBy() === "lines") this.deliver(this.factsOf(lines.unheard(markersOf(rows)), at));
    else this.readPainted(rows, at, false);
  }

  /**
   * As `look`, while whole lines also arrive, once and in order. A marker in the cursor's line is delivered at once; for
   * others a second capture shows that no line has come. `heard` is from when the capture was requested: markers that
   * have arrived since may be missing from it, and an older one in it would seem to be printed again.
   */
  lookBesideLines(start: OutputStart, lastActivity: number, heard = this.heard): LookOutcome {
    if (start.alternate) return this.lookNow(start, lastActivity);
    if (this.deps.readBy() !== "lines") {
      this.readScreen(start.rows.slice(-start.height), false);
      return "told";
    }
    if (heard !== this.heard) return "pending";
    const fresh = this.deps.lines.unheard(markersOf(start.rows));
    if (fresh.length === 0) return this.lookNow(start, lastActivity);
    if (fresh.length === 1 && endsInMarker(start)) return this.lookNow(start, lastActivity, fresh[0]);
    return this.awaited.await(fresh);
  }

  private lookNow(start: OutputStart, lastActivity: number, early: Marker | null = null): LookOutcome {
    this.awaited.deliverNow(early);
    this.look(start, lastActivity);
    return "told";
  }

  /** Markers that an agent merely shows are remembered, not delivered. */
  private readPainted(rows: readonly string[], at: number, alternate: boolean): void {
    const { screen, lines } = this.deps;
    const by = this.paintedBy();
    this.unread = null;
    const visible = shownMarkers(rows);
    const markers = visible.map(({ marker }) => marker);
    // the main screen also shows earlier line-by-line output above
    const fresh = alternate ? newMarkers(screen.seen, markers) : lines.unseen(markers);
    const said = visible.slice(visible.length - fresh.length).filter((each) => isSaid(each, by));
    const told = said.slice(-1).map(({ marker }) => marker);
    const isShownAnew = !alternate && by !== "lines" && lines.show(markers);
    const memory = alternate ? screen : lines;
    const facts = markerFacts(this.deps, { markers: told, remembered: fresh, memory, medium: "repainted", at });
    if (isShownAnew || fresh.length > 0) this.store(facts);
    else this.deliver(facts);
  }

  /** How to read what is painted now, or was painted since the screen was last read. */
  private paintedBy(): MarkerReading {
    const by = this.deps.readBy();
    return by === "lines" ? (this.unread ?? "lines") : by;
  }

  private endFirstLook(): void {
    const { first } = this;
    this.first = null;
    if (first === null) return;
    // an agent painted it; it may have left meanwhile, but the screen is still read as an agent's
    this.unread = "screen";
    this.look(first.start, first.lastActivity);
    if (first.rows === null) return;
    this.unread = "screen";
    this.readPainted(first.rows, this.deps.clock.now(), this.splitter.alternate);
  }

  /**
   * A splice may reach above the rows of the first capture. Those were printed long before, and are not delivered now.
   */
  private sinceFirstLook(start: OutputStart): OutputStart {
    if (this.tail.isEmpty || start.alternate) return start;
    const { scrollback } = this.deps;
    // the output lines of a painting program are not the rows it shows
    const heard = this.isPainted ? null : this.tail.heardIn(start.rows);
    const isAllNew = heard === null && !this.isPainted && isCut(start);
    const known = heard ?? (isAllNew ? 0 : start.rows.length - start.height);
    return { ...start, rows: start.rows.slice(Math.max(0, known - scrollback)) };
  }

  /** Time up to which all output was read when it was printed. */
  private heardUntil(): number {
    const { lines, bornAt, aliveAt } = this.deps;
    const before = lines.isKnown ? Math.max(lines.listenedAt, aliveAt) : bornAt;
    return Math.max(before, lines.heardAt, this.lookedAt);
  }

  private enterOtherScreen(alternate: boolean): void {
    if (alternate) this.deps.screen.restart();
    this.detector = createMarkerDetector();
  }

  private report(found: readonly Found[]): void {
    this.deps.nearMisses.take(found);
    const arrived = found.filter((each) => each.type === "signal").map(withoutSecrets);
    this.heard += arrived.length;
    const markers = this.awaited.arrive(arrived);
    if (markers.length > 0) this.deliver(this.factsOf(markers, this.deps.clock.now()));
  }

  private factsOf(markers: readonly Marker[], at: number): SignalFacts[] {
    return markerFacts(this.deps, { markers, memory: this.deps.lines, medium: "appended", at });
  }

  private armFlush(): void {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = this.detector.pending()
      ? setTimeout(() => this.report(this.detector.flush()), this.deps.flushMs)
      : null;
  }

  /** Stores these and what could not be stored before; the first time even nothing: that we listen to the pane. */
  private deliver(facts: readonly SignalFacts[]): void {
    const isKnown = this.deps.lines.isKnown || this.isKept;
    if (facts.length > 0 || this.held.length > 0 || !isKnown) this.store(facts);
  }

  /** As `deliver`, also if there is only something to remember. */
  private store(facts: readonly SignalFacts[]): void {
    const { intake, lines, screen } = this.deps;
    const all = [...this.held, ...facts];
    this.isKept = intake.ingest(all, [lines.toMemory(), screen.toMemory()]);
    this.held = this.isKept ? [] : all;
  }
}

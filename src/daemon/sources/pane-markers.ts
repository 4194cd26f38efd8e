import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { BindingHints } from "../../core/protocol/event.ts";
import type { Marker, NearMiss } from "../../core/signals/marker.ts";
import { createMarkerDetector, type MarkerDetector } from "../../core/signals/marker-detector.ts";
import { recoverMarkers } from "../../core/signals/marker-recovery.ts";
import { newMarkers, readScreenMarkers } from "../../core/signals/marker-screen.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import { createScreenSplitter, type ScreenSplitter } from "../../core/terminal/alternate-screen.ts";
import type { Clock } from "../clock.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import { type MarkerMemory, withoutSecrets } from "./marker-memory.ts";
import type { OutputStart } from "./pane-output.ts";

const NEAR_MISSES_A_MINUTE = 10;
const NEAR_MISS_SHOWN = 300;

export interface PaneMarkersDeps {
  paneId: string;
  target: string;
  /** Whose output this is now: a pane may change hands while it is read. */
  hints(): BindingHints;
  intake: Intake;
  clock: Clock;
  log: Log;
  /** Markers of the main screen, and of the alternate one. */
  lines: MarkerMemory;
  screen: MarkerMemory;
  lineLimit: number;
  flushMs: number;
  /** When whoever prints there began. */
  bornAt: number;
  /** When the pane was last certainly listened to, by this daemon or the one before; 0 if nobody knows. */
  aliveAt: number;
  /** Whoever prints there places its words by cursor, on whichever screen, and paints them again and again. */
  repaints(): boolean;
}

/**
 * Finds the markers in one pane. What is printed line by line goes through the stream detector;
 * a full-screen program places words by cursor, so its screen is read once its output has settled.
 */
export class PaneMarkers {
  private readonly deps: PaneMarkersDeps;
  private detector: MarkerDetector;
  private splitter: ScreenSplitter;
  private flushTimer: NodeJS.Timeout | null = null;
  /** Found, but not stored yet: the disk is full. */
  private held: SignalFacts[] = [];
  /** Something was painted since the screen was last read, and whoever did it may be gone by now. */
  private unread = false;
  private nearMisses = { minute: 0, count: 0 };
  private lookedAt = 0;
  private lookedAtMain = false;
  /** That we listen is on record. */
  private isKept = false;

  constructor(deps: PaneMarkersDeps, start: OutputStart, lastActivity: number) {
    this.deps = deps;
    this.splitter = createScreenSplitter(start.alternate);
    this.detector = createMarkerDetector({ limit: deps.lineLimit });
    this.resume(start, lastActivity);
  }

  /** Some of what was printed may not have come; from what the pane shows now nothing is missing again. */
  resume(start: OutputStart, lastActivity: number): void {
    this.splitter = createScreenSplitter(start.alternate);
    this.detector = createMarkerDetector({ limit: this.deps.lineLimit });
    this.look(start, lastActivity);
    // half a marker may be out already: its other half will come through the pipe
    const unfinished = start.rows.findLast((row) => row.trim() !== "") ?? "";
    if (!start.alternate && /--<\[schmux:[^\]]*$/.test(unfinished)) this.detector.feed(Buffer.from(unfinished));
  }

  /** A full-screen program paints here: what it shows is to be read by `readScreen`. */
  get isPainted(): boolean {
    return this.splitter.alternate || this.unread || this.deps.repaints();
  }

  feed(bytes: Uint8Array): void {
    const isPainted = this.deps.repaints();
    this.unread ||= isPainted;
    for (const segment of this.splitter.feed(bytes)) {
      if (!segment.alternate && !isPainted) this.report(this.detector.feed(segment.bytes));
      if (this.splitter.alternate !== segment.alternate) this.enterOtherScreen(!segment.alternate);
    }
    this.armFlush();
  }

  /** Offers again what could not be stored. */
  retry(): void {
    this.deliver([]);
  }

  stop(): void {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
  }

  /** What a painting program shows, once its output has settled. Of several painted at once only the last one is how things stand. */
  readScreen(rows: readonly string[]): void {
    const { screen, lines, clock } = this.deps;
    if (!this.isPainted) return;
    this.unread = false;
    const visible = readScreenMarkers(rows).map(withoutSecrets);
    // on the main screen what was printed line by line before stands above it
    const [memory, fresh] = this.splitter.alternate
      ? [screen, newMarkers(screen.seen, visible)]
      : [lines, recoverMarkers(lines.seen, visible, lines.isCut)];
    if (fresh.length > 0) this.deliver(this.name(fresh.slice(-1), memory, "repainted", clock.now(), fresh));
  }

  /** Markers printed while nobody listened are on the screen or in the scrollback still. */
  look(start: OutputStart, lastActivity: number): void {
    const { lines, screen, clock } = this.deps;
    // the screen is cleared when another process takes over a pane, the scrollback is not
    const rows = lines.changedHands ? start.rows.slice(-start.height) : start.rows;
    const visible = readScreenMarkers(rows).map(withoutSecrets);
    const latest = Math.min(clock.now(), lastActivity + 999);
    if (start.alternate) {
      if (this.lookedAtMain) screen.restart();
      const fresh = newMarkers(screen.seen, visible);
      this.deliver(this.name(fresh.slice(-1), screen, "repainted", latest, fresh));
    } else {
      // nobody knows when it was printed; what was printed after it is younger, and dated words must win against it
      const at = endsWithMarker(rows) ? latest : Math.min(latest, this.heardUntil() + 1);
      this.deliver(this.name(recoverMarkers(lines.seen, visible, lines.isCut), lines, "appended", at));
    }
    this.lookedAt = clock.now();
    this.lookedAtMain = !start.alternate;
  }

  /** What was printed up to then was heard then. */
  private heardUntil(): number {
    const { lines, bornAt, aliveAt } = this.deps;
    const before = lines.isKnown ? Math.max(lines.listenedAt, aliveAt) : bornAt;
    return Math.max(before, lines.heardAt, this.lookedAt);
  }

  private enterOtherScreen(alternate: boolean): void {
    if (alternate) this.deps.screen.restart();
    this.detector = createMarkerDetector({ limit: this.deps.lineLimit });
  }

  private report(found: readonly (Marker | NearMiss)[]): void {
    const { lines, clock } = this.deps;
    for (const each of found) if (each.type === "near_miss") this.logNearMiss(each);
    const markers = found.filter((each) => each.type === "signal").map(withoutSecrets);
    if (markers.length > 0) this.deliver(this.name(markers, lines, "appended", clock.now()));
  }

  /** A few a minute: a program may print thousands, and the log is for people. */
  private logNearMiss({ line, why }: NearMiss): void {
    const { paneId, log, clock } = this.deps;
    const minute = Math.floor(clock.now() / 60_000);
    if (this.nearMisses.minute !== minute) this.nearMisses = { minute, count: 0 };
    this.nearMisses.count += 1;
    if (this.nearMisses.count > NEAR_MISSES_A_MINUTE) return;
    log.warn({ pane: paneId, line: line.slice(0, NEAR_MISS_SHOWN), why }, "marker near-miss");
  }

  private armFlush(): void {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = this.detector.pending()
      ? setTimeout(() => this.report(this.detector.flush()), this.deps.flushMs)
      : null;
  }

  /** Gives markers their names; `remembered` are those that count as seen, more than those that are told. */
  private name(
    markers: readonly Marker[],
    memory: MarkerMemory,
    medium: "appended" | "repainted",
    at: number,
    remembered = markers,
  ): SignalFacts[] {
    const known = new Map(remembered.map((marker) => [marker, memory.add(marker, at)]));
    return markers.map((marker) => ({
      target: this.deps.target,
      pane_id: this.deps.paneId,
      source: "marker",
      event_type: `schmux.${marker.state}`,
      ...(known.get(marker) ?? memory.add(marker, at)),
      hints: this.deps.hints(),
      message: marker.message,
      evidence: schmuxEvidence(marker.state, medium),
    }));
  }

  private deliver(facts: readonly SignalFacts[]): void {
    const all = [...this.held, ...facts];
    if (all.length === 0 && (this.deps.lines.isKnown || this.isKept)) return;
    const { intake, lines, screen } = this.deps;
    this.isKept = intake.offer(all, [lines.toMemory(), screen.toMemory()]);
    this.held = this.isKept ? [] : all;
  }
}

/** The last marker is the last thing printed, a prompt after it aside. */
function endsWithMarker(rows: readonly string[]): boolean {
  const after = rows.slice(rows.findLastIndex((row) => row.includes("]>--")) + 1);
  return after.filter((row) => row.trim() !== "").length <= 1;
}

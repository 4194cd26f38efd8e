import { setTimeout as sleep } from "node:timers/promises";
import type { BindingHints } from "../../core/protocol/events/event.ts";
import type { MarkerReading } from "../../core/protocol/events/explain.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import { attempt, type WorkReport } from "../base/failures.ts";
import { fewAtOnce } from "../base/few-at-once.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { Store } from "../store/store.ts";
import { lookAtPane } from "../targets/pipes/pane-look.ts";
import type { OutputStart, PaneOutput } from "../targets/pipes/pane-output.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import { type ObservedPane, processOf, type Topology } from "../targets/tmux/topology.ts";
import { connectOutput } from "./connect-output.ts";
import { HeldNearMiss } from "./held-near-miss.ts";
import { MarkerMemory } from "./marker-memory.ts";
import type { NearMisses } from "./near-misses.ts";
import { OutputGaps } from "./output-gaps.ts";
import { PaneMarkers } from "./pane-markers.ts";
import type { PipedOutputs } from "./piped-outputs.ts";
import type { SeenScreen, SettledScreen } from "./settled-screen.ts";
import type { ShownLevels } from "./shown-levels.ts";

export interface MarkersDeps {
  target: string;
  settings: Settings;
  outputs: PipedOutputs;
  /** Gets the same output, for the levels that agents show. */
  shown: ShownLevels;
  clockOffset(): number;
  store: Store;
  intake: Intake;
  failures: WorkReport;
  problems: Pick<Problems, "raise" | "clear">;
  clock: Clock;
  log: Log;
  nearMisses: NearMisses;
  /** Whether we get the messages of the agent in that pane from another source. */
  hearsWordsIn(paneId: string): boolean;
  /** A pane that we listen to has printed. */
  onOutput(paneId: string): void;
}

const NOTE_ALIVE_MS = 10_000;
const OPENING_MS = 250;
/** After this silence a marker without a line end counts. */
const FLUSH_MS = 500;
const RENEWED_AT_ONCE = 4;
/** An agent that has just begun to work may paint without a pause: its screen is read after this time all the same. */
const UNSETTLED_MS = 500;

interface Watched {
  pid: number;
  openedAt: number;
  output: PaneOutput;
  /** Null if only levels are read from the output. */
  markers: PaneMarkers | null;
  screen: SettledScreen;
}

/** Decides which panes to listen to, for markers and for levels, and owns their output streams. */
export class Markers {
  private readonly deps: MarkersDeps;
  private readonly wanted = new Set<string>();
  private readonly watched = new Map<string, Watched>();
  /** When we last listened to the panes before this connection. */
  private aliveAt = 0;
  private notedAt = 0;
  private readonly aliveKey: string;
  private readonly opening = new Map<string, Promise<void>>();
  /** Panes whose output could not be opened at the last attempt. */
  private readonly unopened = new Set<string>();
  private control: TmuxControl | null = null;
  private topology: Topology | null = null;
  private stopped = false;
  private readonly gaps: OutputGaps;

  constructor(deps: MarkersDeps) {
    this.deps = deps;
    this.aliveKey = `alive@${deps.target}`;
    this.gaps = new OutputGaps(deps.target, deps.problems, deps.log);
  }

  /** Watches a registered pane, unless markers are off; resolves when the pipe is open. */
  async want(paneId: string): Promise<void> {
    this.wanted.add(paneId);
    await this.listen(paneId);
  }

  async observe(topology: Topology, control: TmuxControl): Promise<void> {
    if (this.control !== null && this.topology?.server.pid !== topology.server.pid) await this.forgetAll();
    if (this.control !== control) this.aliveAt = Number(this.deps.store.recall(this.aliveKey) ?? 0);
    this.topology = topology;
    this.control = control;
    for (const [paneId, { pid, output, screen, openedAt }] of this.watched) {
      const pane = topology.panes.get(paneId);
      if (pane !== undefined) output.noteActivity?.(pane.lastActivity);
      // tmux listed the panes before we opened this one: the rest of its answer may be out of date
      if (openedAt >= topology.askedAt) continue;
      if (pane === undefined || pane.pane_pid !== pid || !output.isOpen(pane, control)) await this.drop(paneId);
      else if (this.deps.shown.isUnread(paneId)) screen.look();
    }
    const listening = Promise.all([...topology.panes.keys()].map((paneId) => this.listen(paneId)));
    // a slow pane does not delay the next topology
    await Promise.race([listening, sleep(OPENING_MS, undefined, { ref: false })]);
  }

  /** The server is gone, and its pipes with it. */
  async forgetAll(): Promise<void> {
    this.wanted.clear();
    this.unopened.clear();
    this.control = null;
    this.topology = null;
    const dropped = [...this.watched.keys()].map((paneId) => this.drop(paneId));
    this.deps.outputs.forget();
    await Promise.all(dropped);
  }

  /** After the daemon could not keep up: drops what tmux may be buffering for us, and reads the panes instead. */
  async renew(): Promise<void> {
    // all at once would start a process and read a screen for each, which keeps a busy machine from everything else
    await fewAtOnce(RENEWED_AT_ONCE, this.watched.keys(), async (paneId) => {
      const watched = this.watched.get(paneId);
      if (watched !== undefined && (await watched.output.renew?.()) !== true) await this.reopen([paneId]);
    });
  }

  /** Listens anew, starting with a capture of the scrollback. */
  async reopen(paneIds: readonly string[] = [...this.watched.keys()]): Promise<void> {
    for (const paneId of paneIds) await this.drop(paneId);
    for (const paneId of paneIds) await this.listen(paneId);
  }

  /** Retries what could not be stored and pipes that could not be opened. */
  retry(): void {
    for (const { markers, screen } of this.watched.values()) {
      markers?.retry();
      screen.retry();
    }
    for (const paneId of this.topology?.panes.keys() ?? []) void this.listen(paneId);
  }

  /** Captures the pane's screen, if we listen to it. */
  readScreen(paneId: string): void {
    this.watched.get(paneId)?.screen.look();
  }

  /** How the pane's markers are read; null if they are not. */
  readingIn(paneId: string): MarkerReading | null {
    return this.watched.get(paneId)?.markers == null ? null : this.readBy(paneId);
  }

  /** Stores, from time to time, that all output up to now was read; the next daemon relies on it. */
  noteAlive(): void {
    const { clock, intake } = this.deps;
    if (clock.now() - this.notedAt < NOTE_ALIVE_MS) return;
    if (intake.ingest([], [[this.aliveKey, String(clock.now())]])) this.notedAt = clock.now();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.opening.values());
    await Promise.all([...this.watched.keys()].map((paneId) => this.drop(paneId)));
  }

  private async listen(paneId: string): Promise<void> {
    const pane = this.topology?.panes.get(paneId);
    const isWanted = !this.stopped && (this.readsMarkersOf(paneId) || this.deps.shown.wants(paneId));
    // tmux may have stopped replying: opening a pane would use yet another connection to it
    if (!this.control?.isOpen) return;
    if (!isWanted || pane === undefined || this.watched.has(paneId)) return;
    const underWay = this.opening.get(paneId) ?? this.tryOpen(pane).finally(() => this.opening.delete(paneId));
    this.opening.set(paneId, underWay);
    await underWay;
  }

  private readBy(paneId: string): MarkerReading {
    if (this.topology?.processes.get(paneId)?.agent == null) return "lines";
    return this.deps.hearsWordsIn(paneId) ? "words" : "screen";
  }

  private readsMarkersOf(paneId: string): boolean {
    const { markers } = this.deps.settings;
    const isAsked = this.wanted.has(paneId) || this.readBy(paneId) !== "lines";
    return markers === "all" || (markers === "agents" && isAsked);
  }

  /** A pane that cannot be opened does not stop the others. */
  private async tryOpen(pane: ObservedPane): Promise<void> {
    const { pane_id } = pane;
    try {
      await this.open(pane);
      this.unopened.delete(pane_id);
    } catch (error) {
      // warn once: it is retried again and again
      const level = this.unopened.has(pane_id) ? "debug" : "warn";
      this.unopened.add(pane_id);
      this.deps.log[level]({ pane: pane_id, err: (error as Error).message }, "its output cannot be read yet");
    }
  }

  private async open(pane: ObservedPane): Promise<void> {
    const { control, topology } = this;
    const { outputs, shown, failures, log, clock } = this.deps;
    if (control === null || topology === null) return;
    const result = await outputs.open(pane, topology, control);
    if (result.status !== "open") return;
    const { pane_id } = pane;
    const markers = this.readsMarkersOf(pane_id) ? this.createReader(pane, topology, result.start) : null;
    const work = this.workName(pane_id);
    const screen = connectOutput(pane_id, result, {
      markers,
      shown,
      gaps: this.gaps,
      longestMs: () => (shown.showsWork(pane_id) ? Number.POSITIVE_INFINITY : UNSETTLED_MS),
      clock,
      log,
      capture: () => this.capture(pane_id),
      onOutput: () => this.deps.onOutput(pane_id),
      // an error in one pane's output must end neither the daemon nor the shared connection
      attempt: (job) => void attempt(failures, work, job),
    });
    const watched = { pid: pane.pane_pid, openedAt: clock.now(), output: result.output, markers, screen };
    this.watched.set(pane_id, watched);
    result.output.onEnd?.((why) => {
      // from now on its output is only captured
      if (why === "flooded" && markers !== null && this.readBy(pane_id) === "lines") this.gaps.note(pane_id);
      if (this.watched.get(pane_id) === watched) void this.reopen([pane_id]);
    });
    log.debug({ pane: pane_id }, "its output is read");
  }

  private createReader(pane: ObservedPane, topology: Topology, start: OutputStart): PaneMarkers {
    const { settings, nearMisses, clock, clockOffset, intake, target, store } = this.deps;
    const server = `${topology.server.pid}.${topology.server.start}`;
    const remembered = (kind: string) => {
      const key = `${kind}:${target}:${pane.pane_id}`;
      return new MarkerMemory(key, server, pane.pane_pid, store.recall(key), clock.now());
    };
    return new PaneMarkers(
      {
        paneId: pane.pane_id,
        target,
        hints: () => this.hintsOf(pane.pane_id),
        intake,
        clock,
        nearMisses: new HeldNearMiss(pane.pane_id, nearMisses),
        lines: remembered("markers"),
        screen: remembered("screen"),
        flushMs: FLUSH_MS,
        scrollback: settings.scrollback_lines,
        bornAt: processOf(topology, pane.pane_id)?.startedAt ?? 0,
        aliveAt: this.aliveAt,
        readBy: () => this.readBy(pane.pane_id),
      },
      start,
      // clocks never quite agree: what it shows was not printed before its process started
      Math.max(pane.lastActivity + clockOffset(), topology.processes.get(pane.pane_id)?.root.startedAt ?? 0),
    );
  }

  /** Uses the current connection: a pipe outlives the connection that opened it. */
  private async capture(paneId: string): Promise<SeenScreen> {
    if (this.control === null) throw new Error("no connection to tmux");
    const seen = await lookAtPane(this.control, paneId, 0);
    if (seen === null) throw new Error("the pane is gone");
    return seen;
  }

  private async drop(paneId: string): Promise<void> {
    const watched = this.watched.get(paneId);
    if (watched === undefined) return;
    this.watched.delete(paneId);
    watched.markers?.stop();
    watched.screen.stop();
    this.deps.shown.stopReading(paneId);
    this.deps.failures.worked(this.workName(paneId));
    await watched.output.close();
  }

  /** How failures name the reading of a pane. */
  private workName(paneId: string): string {
    return `reading what pane ${paneId} of ${this.deps.target} prints`;
  }

  /** The process whose output this is, so that a pane with a new process is not bound to the former one. */
  private hintsOf(paneId: string): BindingHints {
    const printing = this.topology === null ? undefined : processOf(this.topology, paneId);
    return {
      ...(this.topology !== null && { tmux_server_pid: this.topology.server.pid }),
      ...(printing !== undefined && { agent_pid: printing.pid, agent_start: printing.start }),
    };
  }
}

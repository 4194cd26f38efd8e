import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import type { BindingHints } from "../../core/protocol/event.ts";
import type { Settings } from "../../core/protocol/settings.ts";
import type { Clock } from "../clock.ts";
import { attempt, type WorkReport } from "../failures.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { MarkerMemory } from "./marker-memory.ts";
import { PaneMarkers } from "./pane-markers.ts";
import type { OutputCarrier, OutputStart, PaneOutput } from "./pane-output.ts";
import { SettledScreen } from "./settled-screen.ts";
import type { ShownLevels } from "./shown-levels.ts";

export interface MarkersDeps {
  target: string;
  settings: Settings;
  outputs: OutputCarrier;
  /** Hears the same output for what agents show of themselves. */
  shown: ShownLevels;
  clockOffset(): number;
  store: Store;
  intake: Intake;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  onOutput(paneId: string): void;
}

const NOTE_ALIVE_MS = 10_000;
const OPENING_MS = 250;

interface Watched {
  pid: number;
  openedAt: number;
  output: PaneOutput;
  /** Null where only the rest of the output is wanted. */
  markers: PaneMarkers | null;
  screen: SettledScreen;
}

/** Which panes are listened to, for markers and for what agents show, and the pipes that carry their output. */
export class Markers {
  private readonly deps: MarkersDeps;
  private readonly wanted = new Set<string>();
  private readonly watched = new Map<string, Watched>();
  /** When the panes were last listened to before this connection. */
  private aliveAt = 0;
  private notedAt = 0;
  private readonly aliveKey: string;
  private readonly opening = new Map<string, Promise<void>>();
  private readonly unheard = new Set<string>();
  private control: TmuxControl | null = null;
  private topology: Topology | null = null;
  private stopped = false;

  constructor(deps: MarkersDeps) {
    this.deps = deps;
    this.aliveKey = `alive@${deps.target}`;
  }

  /** Registered panes are watched unless markers are off; resolves when the pipe is open. */
  async want(paneId: string): Promise<void> {
    this.wanted.add(paneId);
    await this.attend(paneId);
  }

  async observe(topology: Topology, control: TmuxControl): Promise<void> {
    if (this.control !== null && this.topology?.server.pid !== topology.server.pid) await this.forgetAll();
    if (this.control !== control) this.aliveAt = Number(this.deps.store.recall(this.aliveKey) ?? 0);
    this.topology = topology;
    this.control = control;
    for (const [paneId, { pid, output, openedAt }] of this.watched) {
      // what tmux said before we began says nothing about it; one that is looked at wants to know what has printed since
      if (openedAt >= topology.askedAt && output.onLook === undefined) continue;
      const pane = topology.panes.get(paneId);
      if (pane === undefined || pane.pane_pid !== pid || !output.isOpen(pane, control))
        await this.drop(paneId, pane !== undefined);
    }
    const attended = Promise.all([...topology.panes.keys()].map((paneId) => this.attend(paneId)));
    // what tmux tells next does not wait for a pane that takes its time
    await Promise.race([attended, sleep(OPENING_MS, undefined, { ref: false })]);
  }

  /** The server is gone: so are its pipes. */
  async forgetAll(): Promise<void> {
    this.wanted.clear();
    this.unheard.clear();
    this.control = null;
    this.topology = null;
    const dropped = [...this.watched.keys()].map((paneId) => this.drop(paneId, false));
    this.deps.outputs.forget();
    await Promise.all(dropped);
  }

  /** The daemon could not keep up: close what tmux may be holding for us, then look at the scrollback instead. */
  async reopen(paneIds: readonly string[] = [...this.watched.keys()]): Promise<void> {
    for (const paneId of paneIds) await this.drop(paneId, true);
    for (const paneId of paneIds) await this.attend(paneId);
  }

  /** What could not be stored is offered again, a pipe that could not be opened is tried again. */
  retry(): void {
    for (const { markers, screen } of this.watched.values()) {
      markers?.retry();
      screen.retry();
    }
    for (const paneId of this.topology?.panes.keys() ?? []) void this.attend(paneId);
  }

  /** Everything printed up to now was heard, and a later daemon may go by that. Told every now and then. */
  noteAlive(): void {
    const { clock, intake } = this.deps;
    if (clock.now() - this.notedAt < NOTE_ALIVE_MS) return;
    if (intake.offer([], [[this.aliveKey, String(clock.now())]])) this.notedAt = clock.now();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.opening.values());
    await Promise.all([...this.watched.keys()].map((paneId) => this.drop(paneId, true)));
  }

  private async attend(paneId: string): Promise<void> {
    const pane = this.topology?.panes.get(paneId);
    const listens = !this.stopped && (this.readsMarkersOf(paneId) || this.deps.shown.wants(paneId));
    // tmux that does not answer is not asked through yet another connection
    if (!this.control?.isOpen) return;
    if (!listens || pane === undefined || this.watched.has(paneId)) return;
    const underWay = this.opening.get(paneId) ?? this.tryOpen(pane).finally(() => this.opening.delete(paneId));
    this.opening.set(paneId, underWay);
    await underWay;
  }

  private readsMarkersOf(paneId: string): boolean {
    const { markers } = this.deps.settings;
    const isAsked = this.wanted.has(paneId) || this.topology?.processes.get(paneId)?.agent != null;
    return markers === "all" || (markers === "agents" && isAsked);
  }

  /** One pane that cannot be heard is no reason not to hear the others. */
  private async tryOpen(pane: ObservedPane): Promise<void> {
    const { pane_id } = pane;
    try {
      await this.open(pane);
      this.unheard.delete(pane_id);
    } catch (error) {
      // said once: it is tried again and again
      const level = this.unheard.has(pane_id) ? "debug" : "warn";
      this.unheard.add(pane_id);
      this.deps.log[level]({ pane: pane_id, err: (error as Error).message }, "its output cannot be read yet");
    }
  }

  private async open(pane: ObservedPane): Promise<void> {
    const { control, topology } = this;
    const { outputs, shown, settings, failures, log, clock } = this.deps;
    if (control === null || topology === null) return;
    const result = await outputs.open(pane, topology, control);
    if (result.status !== "open") return;
    const { pane_id } = pane;
    const markers = this.readsMarkersOf(pane_id) ? this.markersOf(pane, topology, result.start) : null;
    const screen = new SettledScreen({
      paneId: pane_id,
      capture: () => this.capture(pane_id),
      onScreen: (rows) => {
        markers?.readScreen(rows);
        shown.see(pane_id, rows);
      },
      settleMs: settings.screen_settle,
      log,
    });
    // what one pane prints must end neither the daemon nor the connection that others print to as well
    const work = this.readingOf(pane_id);
    const read = (job: () => void) => void attempt(failures, work, job);
    result.output.onData((bytes) =>
      read(() => {
        markers?.feed(bytes);
        shown.hear(pane_id, bytes);
        shown.touched(pane_id);
        this.deps.onOutput(pane_id);
        if (markers?.isPainted || shown.readsScreen(pane_id)) screen.touch();
      }),
    );
    result.output.onSplice?.((spliced) => read(() => markers?.resume(spliced, clock.now())));
    result.output.onLook?.((look) =>
      read(() => {
        markers?.look(look, clock.now());
        shown.see(pane_id, look.rows.slice(-look.height));
      }),
    );
    shown.see(pane_id, result.start.rows.slice(-result.start.height));
    const watched = { pid: pane.pane_pid, openedAt: clock.now(), output: result.output, markers, screen };
    this.watched.set(pane_id, watched);
    result.output.onEnd?.(() => {
      if (this.watched.get(pane_id) === watched) void this.reopen([pane_id]);
    });
    log.debug({ pane: pane_id }, "its output is read");
  }

  private markersOf(pane: ObservedPane, topology: Topology, start: OutputStart): PaneMarkers {
    const { settings, log, clock, clockOffset, intake, target, store } = this.deps;
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
        log,
        lines: remembered("markers"),
        screen: remembered("screen"),
        lineLimit: settings.marker_line_buffer,
        flushMs: settings.marker_flush,
        bornAt: speakerOf(topology, pane.pane_id)?.startedAt ?? 0,
        aliveAt: this.aliveAt,
        repaints: () => this.topology?.processes.get(pane.pane_id)?.agent != null,
      },
      start,
      // two clocks never quite agree: what it shows was not printed before it was there
      Math.max(pane.lastActivity + clockOffset(), topology.processes.get(pane.pane_id)?.root.startedAt ?? 0),
    );
  }

  /** Over whichever connection there is: a pipe outlives the connection that opened it. */
  private async capture(paneId: string): Promise<string[]> {
    if (this.control === null) throw new Error("no connection to tmux");
    return this.control.run(`capture-pane -p -J -t ${paneId}`);
  }

  private async drop(paneId: string, paneLives: boolean): Promise<void> {
    const watched = this.watched.get(paneId);
    if (watched === undefined) return;
    this.watched.delete(paneId);
    watched.markers?.stop();
    watched.screen.stop();
    this.deps.shown.deafen(paneId);
    this.deps.failures.worked(this.readingOf(paneId));
    await watched.output.close(paneLives ? this.control : null);
  }

  private readingOf(paneId: string): string {
    return `reading what pane ${paneId} of ${this.deps.target} prints`;
  }

  /** Whose output this is, so that a pane that has just changed hands is not taken for its former tenant. */
  private hintsOf(paneId: string): BindingHints {
    const speaker = this.topology === null ? undefined : speakerOf(this.topology, paneId);
    return {
      ...(this.topology !== null && { tmux_server_pid: this.topology.server.pid }),
      ...(speaker !== undefined && { agent_pid: speaker.pid, agent_start: speaker.start }),
    };
  }
}

function speakerOf({ processes }: Topology, paneId: string): ProcessFacts | undefined {
  const known = processes.get(paneId);
  return known?.agent?.process ?? known?.root;
}

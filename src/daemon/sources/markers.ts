import { join } from "node:path";
import type { BindingHints } from "../../core/protocol/event.ts";
import type { Settings } from "../../core/protocol/settings.ts";
import type { Clock } from "../clock.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import { makePrivateDirectory } from "../private-directory.ts";
import type { Store } from "../store/store.ts";
import { processStart } from "../targets/processes.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { MarkerMemory } from "./marker-memory.ts";
import { PaneMarkers } from "./pane-markers.ts";
import { PanePipe } from "./pane-pipe.ts";

export interface MarkersDeps {
  target: string;
  settings: Settings;
  pipesDir: string;
  store: Store;
  intake: Intake;
  clock: Clock;
  log: Log;
}

interface Watched {
  pid: number;
  pipe: PanePipe;
  markers: PaneMarkers;
}

/** Which panes are listened to for markers, and the pipes that carry them. */
export class Markers {
  private readonly deps: MarkersDeps;
  private readonly wanted = new Set<string>();
  private readonly watched = new Map<string, Watched>();
  private readonly opening = new Map<string, Promise<void>>();
  private readonly taken = new Set<string>();
  private control: TmuxControl | null = null;
  private topology: Topology | null = null;
  private stopped = false;

  constructor(deps: MarkersDeps) {
    this.deps = deps;
  }

  /** Registered panes are watched unless markers are off; resolves when the pipe is open. */
  async want(paneId: string): Promise<void> {
    this.wanted.add(paneId);
    await this.attend(paneId);
  }

  async observe(topology: Topology, control: TmuxControl): Promise<void> {
    if (this.control !== null && this.topology?.server.pid !== topology.server.pid) await this.forgetAll();
    this.topology = topology;
    this.control = control;
    for (const [paneId, { pid }] of this.watched) {
      const pane = topology.panes.get(paneId);
      if (pane === undefined || pane.pane_pid !== pid || !pane.piped) await this.drop(paneId, pane !== undefined);
    }
    for (const pane of topology.panes.values()) if (!pane.piped) this.taken.delete(pane.pane_id);
    await Promise.all([...topology.panes.keys()].map((paneId) => this.attend(paneId)));
  }

  /** The server is gone: so are its pipes. */
  async forgetAll(): Promise<void> {
    for (const paneId of [...this.watched.keys()]) await this.drop(paneId, false);
    this.wanted.clear();
    this.taken.clear();
    this.control = null;
    this.topology = null;
  }

  /** The daemon could not keep up: close what tmux may be holding for us, then look at the scrollback instead. */
  async reopen(): Promise<void> {
    const paneIds = [...this.watched.keys()];
    for (const paneId of paneIds) await this.drop(paneId, true);
    for (const paneId of paneIds) await this.attend(paneId);
  }

  /** What could not be stored is offered again, a pipe that could not be opened is tried again. */
  retry(): void {
    for (const { markers } of this.watched.values()) markers.retry();
    for (const paneId of this.topology?.panes.keys() ?? []) void this.attend(paneId);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.opening.values());
    await Promise.all([...this.watched.keys()].map((paneId) => this.drop(paneId, true)));
  }

  private async attend(paneId: string): Promise<void> {
    const pane = this.topology?.panes.get(paneId);
    const { markers } = this.deps.settings;
    const listens = !this.stopped && (markers === "all" || (markers === "agents" && this.wanted.has(paneId)));
    if (!listens || pane === undefined || this.watched.has(paneId) || this.taken.has(paneId)) return;
    const underWay = this.opening.get(paneId) ?? this.tryOpen(pane).finally(() => this.opening.delete(paneId));
    this.opening.set(paneId, underWay);
    await underWay;
  }

  /** One pane that cannot be heard is no reason not to hear the others. */
  private async tryOpen(pane: ObservedPane): Promise<void> {
    try {
      makePrivateDirectory(this.deps.pipesDir);
      await this.open(pane);
    } catch (error) {
      this.deps.log.warn({ pane: pane.pane_id, err: (error as Error).message }, "its output cannot be read yet");
    }
  }

  private async open(pane: ObservedPane): Promise<void> {
    const { control, topology } = this;
    const { settings, pipesDir, log, clock, intake, target, store } = this.deps;
    if (control === null || topology === null) return;
    const path = join(pipesDir, `${topology.server.pid}-${pane.pane_id.slice(1)}`);
    const result = await PanePipe.open(control, pane.pane_id, path, pane.ourPipe !== "", settings.scrollback_lines);
    if (result.status === "taken") {
      this.taken.add(pane.pane_id);
      log.info({ pane: pane.pane_id }, "its output is piped elsewhere: markers are not read");
    }
    if (result.status !== "open") return;
    const server = `${topology.server.pid}.${topology.server.start}`;
    const remembered = (kind: string) => {
      const key = `${kind}:${target}:${pane.pane_id}`;
      return new MarkerMemory(key, server, pane.pane_pid, store.recall(key));
    };
    const markers = new PaneMarkers(
      {
        paneId: pane.pane_id,
        target,
        hints: hintsOf(pane, topology, clock.now()),
        intake,
        clock,
        log,
        lines: remembered("markers"),
        screen: remembered("screen"),
        lineLimit: settings.marker_line_buffer,
        flushMs: settings.marker_flush,
        settleMs: settings.screen_settle,
        capture: () => this.capture(pane.pane_id),
      },
      result.start,
      pane.lastActivity,
    );
    result.pipe.onData((bytes) => markers.feed(bytes));
    this.watched.set(pane.pane_id, { pid: pane.pane_pid, pipe: result.pipe, markers });
    log.debug({ pane: pane.pane_id }, "reading markers");
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
    watched.markers.stop();
    await watched.pipe.close(paneLives ? this.control : null);
  }
}

/** Whose output this is, so that a pane that has just changed hands is not taken for its former tenant. */
function hintsOf(pane: ObservedPane, { server }: Topology, now: number): BindingHints {
  const process = processStart(pane.pane_pid, now);
  return {
    tmux_server_pid: server.pid,
    ...(process !== null && { agent_pid: pane.pane_pid, agent_start: process.start }),
  };
}

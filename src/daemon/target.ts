import { setTimeout as sleep } from "node:timers/promises";
import type { EngineConfig } from "../core/engine/engine-config.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { TargetError } from "../core/protocol/lists.ts";
import type { Settings } from "../core/protocol/settings.ts";
import type { TargetItem } from "../core/protocol/targets.ts";
import type { Registration } from "../core/signals/registration.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import type { Fleet } from "./fleet.ts";
import type { Folds } from "./folds.ts";
import { Intake } from "./intake.ts";
import { Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import { Pipeline } from "./pipeline.ts";
import type { Problems } from "./problems.ts";
import { Projector } from "./projector.ts";
import { Sessions } from "./sessions.ts";
import { Markers } from "./sources/markers.ts";
import type { OutputCarrier } from "./sources/pane-output.ts";
import type { Recipient } from "./sources/spool.ts";
import { StatusFiles } from "./sources/status-files.ts";
import type { Store, TargetRow } from "./store/store.ts";
import { afterFailure, afterSuccess, type HealthRecord, NOT_ASKED_YET } from "./targets/health.ts";
import type { Machine } from "./targets/machine.ts";
import { Observer } from "./targets/observer.ts";
import type { TmuxControl } from "./targets/tmux-control.ts";
import { changedPanes, nothingRuns, type Topology } from "./targets/topology.ts";

export interface TargetDeps {
  settings: Settings;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  broadcast: Broadcast;
  problems: Problems;
  config: EngineConfig;
  clock: Clock;
  log: Log;
  /** Whether it answers has changed, or why not. */
  onHealth(): void;
}

const LEAVE_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const CONNECT_MS = 60_000;
const POLL_MS = 50;

/** One tmux server on one machine: what is observed there, who lives there, and what they said. */
export class Target implements Recipient {
  readonly name: string;
  readonly intake: Intake;
  private readonly row: TargetRow;
  private readonly machine: Machine;
  private readonly deps: TargetDeps;
  private readonly lives: Lives;
  private readonly projector: Projector;
  private readonly pipeline: Pipeline;
  private readonly statusFiles: StatusFiles;
  private readonly markers: Markers;
  private readonly sessions: Sessions;
  private readonly observer: Observer;
  private readonly leaving = new AbortController();
  private observation: Promise<void> = Promise.resolve();
  private topology: Topology | null = null;
  private record: HealthRecord = NOT_ASKED_YET;
  private error: { fault: Fault; since: number } | null = null;
  private lastSeenAt: number | null;
  private attempts = 0;
  /** Its panes do not show yet that it answers, or that it does not. */
  private unreviewed = false;

  constructor(row: TargetRow, machine: Machine, outputs: OutputCarrier, deps: TargetDeps) {
    const { store, folds, fleet, broadcast, clock, settings, config } = deps;
    const log = deps.log.child({ target: row.target_name });
    this.name = row.target_name;
    this.row = row;
    this.machine = machine;
    this.deps = deps;
    this.lastSeenAt = row.last_seen_at;
    const target = this.name;
    this.lives = new Lives(store, target, clock.now());
    const health = () => this.record.health;
    this.projector = new Projector({ store, lives: this.lives, folds, fleet, config, target, health });
    this.pipeline = new Pipeline({
      store,
      lives: this.lives,
      folds,
      projector: this.projector,
      broadcast,
      clock,
      log,
      bindTtlMs: settings.bind_ttl,
      target,
    });
    this.intake = new Intake({ pipeline: this.pipeline, problems: deps.problems, log });
    const clockOffset = () => machine.clockOffset();
    this.statusFiles = new StatusFiles({ target, files: machine.files, clockOffset, intake: this.intake, log });
    this.markers = new Markers({ target, settings, outputs, clockOffset, store, intake: this.intake, clock, log });
    this.observer = new Observer({
      machine,
      socketName: row.tmux_socket,
      host: row.kind === "local" ? null : row.connection_ref,
      retryMs: settings.reconcile,
      heartbeatMs: settings.heartbeat,
      longestWaitMs: row.kind === "local" ? settings.reconcile : LONGEST_WAIT_MS,
      clock,
      log,
      onTopology: (topology, control) => this.observe(topology, control),
      onNoServer: (boot) => this.noServer(boot),
      onAnswer: () => this.answered(),
      onFailure: (fault) => this.failed(fault),
    });
    this.sessions = new Sessions({
      target,
      store,
      intake: this.intake,
      pipeline: this.pipeline,
      statusFiles: this.statusFiles,
      markers: this.markers,
      clock,
      log,
      refresh: () => this.observer.refresh(),
    });
  }

  get isLocal(): boolean {
    return this.row.kind === "local";
  }

  /** Resolves after the first look, or the first attempt at one. */
  start(): Promise<void> {
    return new Promise((ready) => {
      this.observation = this.observer.run(this.leaving.signal, ready);
    });
  }

  /** Resolves when nothing of ours is left there; a target that hangs does not hold us up. */
  async stop(): Promise<void> {
    this.statusFiles.stop();
    await Promise.race([this.markers.stop(), sleep(LEAVE_MS, undefined, { ref: false })]);
    this.leaving.abort();
    await Promise.race([this.observation, sleep(LEAVE_MS, undefined, { ref: false })]);
    for (const code of [this.error?.fault.code ?? "", "NO_TMUX_SERVER"]) this.deps.problems.clear(code, this.name);
  }

  /** Tries now; resolves when it answers, rejects with the reason why it does not. */
  async connect(signal: AbortSignal): Promise<TargetItem> {
    const before = this.attempts;
    this.observer.wake();
    const until = AbortSignal.any([signal, this.leaving.signal, AbortSignal.timeout(CONNECT_MS)]);
    while (this.record.health !== "ok") {
      if (this.attempts > before && this.error !== null) throw this.error.fault;
      await sleep(POLL_MS, undefined, { signal: until }).catch(() => {
        throw new Fault("E_TARGET_UNREACHABLE", `${this.name} has not answered yet`, { target: this.name });
      });
    }
    return this.item();
  }

  remember(registration: Registration): boolean {
    return this.sessions.remember(registration);
  }

  /** Resolves when the pane is heard, whatever it says next. */
  register(registration: Registration): Promise<void> {
    return this.sessions.register(registration);
  }

  observes(serverPid: number): boolean {
    return this.topology?.server.pid === serverPid;
  }

  /** A tmux server may have begun since we last looked for one. */
  wake(): void {
    this.observer.wake();
  }

  /** The machine's other ways have changed: what could not be read before may be readable now. */
  async refresh(): Promise<void> {
    await this.observer.refresh();
  }

  explain(runtimeId: string): Resolution {
    return this.projector.resolve(runtimeId, this.deps.clock.now());
  }

  nextDue(): number | null {
    return this.projector.nextDue();
  }

  tick(): void {
    this.pipeline.tick();
  }

  /** What could not be stored or opened is tried again. */
  retry(): void {
    if (this.unreviewed) this.review();
    this.statusFiles.retry();
    this.markers.retry();
    if (this.record.health === "ok") this.markers.noteAlive();
    this.pipeline.tick();
  }

  reopen(): Promise<void> {
    return this.markers.reopen();
  }

  forgetLongEnded(now: number): void {
    this.lives.reload(now);
  }

  item(): TargetItem {
    const panes = this.deps.fleet.all().filter(({ identity }) => identity.target === this.name);
    const { kind, connection_ref, tmux_socket, is_default } = this.row;
    return {
      name: this.name,
      kind,
      ssh_target: kind === "ssh" ? connection_ref : null,
      tmux_socket: tmux_socket === "" ? null : tmux_socket,
      is_default,
      health: this.record.health,
      last_seen_at: this.lastSeenAt,
      panes: panes.length,
      agents: panes.filter(({ agent }) => agent !== null).length,
      tmux_version: this.machine.facts?.tmuxVersion.replace(/^tmux /, "") ?? null,
      carrier: this.machine.carrier,
      clock_offset_ms: this.lastSeenAt === null ? null : Math.round(this.machine.clockOffset()),
      error: this.error?.fault.toBody() ?? null,
    };
  }

  targetError(): TargetError | null {
    if (this.error === null) return null;
    return { target: this.name, error: this.error.fault.toBody(), since: this.error.since };
  }

  private async observe(topology: Topology, control: TmuxControl): Promise<void> {
    const known = this.topology?.panes;
    const changed = known ? changedPanes(known, topology.panes) : [...this.shownPanes(), ...topology.panes.keys()];
    this.pipeline.observe(topology, changed);
    // only now: what could not be stored is a difference still
    this.topology = topology;
    this.deps.problems.clear("NO_TMUX_SERVER", this.name);
    // begins by forgetting another server's panes: registrations of this one come after it
    const listening = this.markers.observe(topology, control);
    this.sessions.observe(topology);
    await listening;
  }

  private noServer(boot: string): void {
    const { problems } = this.deps;
    const socket = this.row.tmux_socket === "" ? "" : `"${this.row.tmux_socket}" `;
    const where = this.isLocal ? "" : ` on ${this.name}`;
    const words = `no tmux server ${socket}is running${where}: it is observed as soon as there is one`;
    // an empty server ends every life in it; no server at all would leave them in doubt
    if (!problems.raise("NO_TMUX_SERVER", words, this.name)) return;
    try {
      this.pipeline.observe(nothingRuns(boot, this.deps.clock.now()), this.shownPanes());
    } catch (error) {
      // not stored, so not told: tried again at the next look
      problems.clear("NO_TMUX_SERVER", this.name);
      throw error;
    }
    this.topology = null;
    this.sessions.observe(null);
    void this.markers.forgetAll();
  }

  private answered(): void {
    const { clock, problems } = this.deps;
    this.attempts += 1;
    this.lastSeenAt = clock.now();
    if (this.error !== null) problems.clear(this.error.fault.code, this.name);
    const hadError = this.error !== null;
    this.error = null;
    this.become(afterSuccess(this.record), hadError);
  }

  private failed(fault: Fault): void {
    const { clock, problems, log } = this.deps;
    this.attempts += 1;
    const before = this.error;
    this.error = { fault, since: before?.since ?? clock.now() };
    if (before !== null && before.fault.code !== fault.code) problems.clear(before.fault.code, this.name);
    const words = this.row.is_default ? fault.message : `${this.name}: ${fault.message}`;
    const news = problems.raise(fault.code, words, this.name);
    if (news) log.warn({ target: this.name, code: fault.code, err: fault.message }, "target does not answer");
    this.become(afterFailure(this.record, clock.now()), news);
  }

  private become(record: HealthRecord, toldAnyway: boolean): void {
    const before = this.record.health;
    this.record = record;
    if (before === record.health && !toldAnyway) return;
    const { log } = this.deps;
    if (before !== record.health) log.info({ target: this.name, from: before, to: record.health }, "target health");
    this.unreviewed ||= (before === "down") !== (record.health === "down");
    this.review();
    this.deps.onHealth();
  }

  /** What could not be stored now is tried again later. */
  private review(): void {
    const { store, clock, log } = this.deps;
    try {
      if (this.unreviewed) this.pipeline.reviewAll(this.shownPanes());
      this.unreviewed = false;
      const row = { ...this.row, health: this.record.health, last_seen_at: this.lastSeenAt, updated_at: clock.now() };
      store.transact(() => store.upsertTarget(row));
    } catch (error) {
      log.error({ target: this.name, err: String(error) }, "health not stored");
    }
  }

  private shownPanes(): string[] {
    const shown = this.deps.fleet.all().filter(({ identity }) => identity.target === this.name);
    return shown.map(({ identity }) => identity.pane_id);
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { EngineConfig } from "../core/engine/engine-config.ts";
import { ENGINE_DEFAULTS } from "../core/engine/engine-config.ts";
import type { DaemonStatus } from "../core/protocol/daemon.ts";
import type { Settings } from "../core/protocol/settings.ts";
import { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import { Fleet } from "./fleet.ts";
import { Folds } from "./folds.ts";
import type { Home } from "./home.ts";
import { Intake } from "./intake.ts";
import { Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import { Pipeline } from "./pipeline.ts";
import { Problems } from "./problems.ts";
import { Projector } from "./projector.ts";
import { Rhythm } from "./rhythm.ts";
import { createApi } from "./server/api.ts";
import { loadToken } from "./server/auth.ts";
import { type Listening, listen } from "./server/listen.ts";
import { Sessions } from "./sessions.ts";
import { Markers } from "./sources/markers.ts";
import { SpoolSource } from "./sources/spool.ts";
import { StatusFiles } from "./sources/status-files.ts";
import type { Store } from "./store/store.ts";
import { Observer } from "./targets/observer.ts";
import { bootId } from "./targets/processes.ts";
import type { TmuxControl } from "./targets/tmux-control.ts";
import { changedPanes, type Topology } from "./targets/topology.ts";

export interface DaemonParts {
  home: Home;
  settings: Settings;
  store: Store;
  clock: Clock;
  log: Log;
  version: string;
  build: string;
  webRoot: string;
}

const TARGET = "host";
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_AT_ONCE = 2_000;
const LEAVE_MS = 1_000;

/** The parts, wired: what a source finds goes through the intake into the pipeline, and from there to whoever watches. */
export class Daemon {
  private readonly parts: DaemonParts;
  private readonly problems: Problems;
  private readonly fleet: Fleet;
  private readonly broadcast: Broadcast;
  private readonly lives: Lives;
  private readonly projector: Projector;
  private readonly pipeline: Pipeline;
  private readonly intake: Intake;
  private readonly spool: SpoolSource;
  private readonly statusFiles: StatusFiles;
  private readonly markers: Markers;
  private readonly observer: Observer;
  private readonly sessions: Sessions;
  private readonly rhythm: Rhythm;
  private readonly stopRequested = new AbortController();
  private readonly observing = new AbortController();
  private readonly token: string;
  private readonly startedAt: number;
  private topology: Topology | null = null;
  private listening: Listening | null = null;
  private observation: Promise<void> = Promise.resolve();

  constructor(parts: DaemonParts) {
    const { store, clock, log, settings, home } = parts;
    this.parts = parts;
    this.startedAt = clock.now();
    this.token = loadToken(home.token);
    this.problems = new Problems(clock);
    this.fleet = new Fleet(store.epoch, store.lastChange());
    this.broadcast = new Broadcast({
      fleet: this.fleet,
      clock,
      quietMs: settings.broadcast_quiet,
      mostMs: settings.broadcast_most,
    });
    store.transact(() => store.upsertTarget(hostTarget(settings.tmux_socket, clock.now())));
    this.lives = new Lives(store, TARGET, bootId(), clock.now());
    const folds = new Folds(store);
    this.projector = new Projector({
      store,
      lives: this.lives,
      folds,
      fleet: this.fleet,
      config: engineConfig(settings),
      target: TARGET,
    });
    this.pipeline = new Pipeline({
      store,
      lives: this.lives,
      folds,
      projector: this.projector,
      broadcast: this.broadcast,
      clock,
      log,
      bindTtlMs: settings.bind_ttl,
      target: TARGET,
    });
    this.intake = new Intake({ pipeline: this.pipeline, problems: this.problems, log });
    this.fleet.apply({ changed: store.states(), removed: [] }, store.lastChange());
    this.spool = new SpoolSource({
      spool: home.spool,
      target: TARGET,
      intake: this.intake,
      log,
      onRegistration: (registration) => this.sessions.remember(registration),
    });
    this.statusFiles = new StatusFiles({ target: TARGET, intake: this.intake, log });
    this.markers = new Markers({
      target: TARGET,
      settings,
      pipesDir: home.pipes,
      store,
      intake: this.intake,
      clock,
      log,
    });
    this.observer = new Observer({
      socketName: settings.tmux_socket,
      retryMs: settings.reconcile,
      log,
      problems: this.problems,
      onTopology: (topology, control) => this.observe(topology, control),
      onGone: () => this.serverGone(),
    });
    this.sessions = new Sessions({
      store,
      intake: this.intake,
      pipeline: this.pipeline,
      statusFiles: this.statusFiles,
      markers: this.markers,
      log,
      refresh: () => this.observer.refresh(),
      wake: () => this.observer.wake(),
    });
    this.rhythm = new Rhythm(log);
  }

  /** Resolves when the daemon answers; sources are read once the first look at tmux is over. */
  async start(): Promise<void> {
    const { home, settings, version, webRoot, log } = this.parts;
    const api = createApi(
      {
        status: () => this.status(),
        panes: () => this.fleet.list(this.parts.clock.now()),
        explain: (item) => this.projector.resolve(item.runtime_id ?? "", this.parts.clock.now()),
        register: (registration) => this.sessions.register(registration),
        shutdown: () => this.stopRequested.abort(),
      },
      version,
    );
    this.listening = await listen({
      api,
      broadcast: this.broadcast,
      socketPath: home.socket,
      port: settings.port,
      token: this.token,
      webRoot,
    });
    await new Promise<void>((ready) => {
      this.observation = this.observer.run(this.observing.signal, ready);
    });
    this.spool.start();
    this.rhythm.every("spool", settings.reconcile, () => this.spool.scan());
    this.rhythm.every("status files", settings.reconcile, () => this.statusFiles.scan());
    this.rhythm.every("markers", settings.reconcile, () => this.markers.retry());
    this.rhythm.every("pending", settings.reconcile, () => this.pipeline.tick());
    this.rhythm.every("prune", PRUNE_EVERY_MS, () => this.prune());
    this.prune();
    this.rhythm.watchLag(() => this.markers.reopen());
    this.rhythm.whenDue(
      () => this.projector.nextDue(),
      () => this.parts.clock.now(),
      () => this.pipeline.tick(),
    );
    log.info({ version, port: this.listening.port, home: home.dir }, "agtmuxd is up");
  }

  /** Resolves after `signal` or a request to stop, when nothing of ours is left anywhere. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.stopRequested.signal]);
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    this.rhythm.stop();
    this.spool.stop();
    this.statusFiles.stop();
    // what we have in tmux is gone before we say that we have stopped; a tmux that hangs does not hold us up
    await Promise.race([this.markers.stop(), sleep(LEAVE_MS, undefined, { ref: false })]);
    this.observing.abort();
    await Promise.race([this.observation, sleep(LEAVE_MS, undefined, { ref: false })]);
    this.broadcast.close();
    await this.listening?.close();
    this.parts.store.close();
    this.parts.log.info({}, "agtmuxd is down");
  }

  private status(): DaemonStatus {
    const { home, settings, version, build } = this.parts;
    const port = this.listening?.port ?? null;
    return {
      running: true,
      pid: process.pid,
      version,
      build,
      home: home.dir,
      socket: home.socket,
      port,
      dashboard: port === null ? null : `http://127.0.0.1:${port}/?token=${this.token}`,
      tmux_socket: settings.tmux_socket === "" ? null : settings.tmux_socket,
      started_at: this.startedAt,
      problems: this.problems.list(),
    };
  }

  private async observe(topology: Topology, control: TmuxControl): Promise<void> {
    const known = this.topology?.panes;
    const changed = known ? changedPanes(known, topology.panes) : [...this.shownPanes(), ...topology.panes.keys()];
    this.pipeline.observe(topology, changed);
    // only now: what could not be stored is a difference still
    this.topology = topology;
    this.sessions.observe(topology);
    await this.markers.observe(topology, control);
  }

  private serverGone(): void {
    this.topology = null;
    // an empty server ends every life in it; no server at all would leave them in doubt
    this.pipeline.observe({ server: { pid: 0, start: "", socketPath: "" }, panes: new Map() }, this.shownPanes());
    this.sessions.observe(null);
    void this.markers.forgetAll();
  }

  private shownPanes(): string[] {
    return this.fleet.all().map((item) => item.identity.pane_id);
  }

  private prune(): void {
    const { store, clock, settings, log } = this.parts;
    const now = clock.now();
    const pruned = store.transact(() =>
      store.prune(now - settings.keep_payloads, now - settings.keep_metadata, PRUNE_AT_ONCE),
    );
    this.lives.reload(now);
    // in pieces, so that signals get their turn in between
    if (pruned.events >= PRUNE_AT_ONCE || pruned.payloads >= PRUNE_AT_ONCE) setImmediate(() => this.prune());
    if (pruned.events > 0 || pruned.payloads > 0) log.info(pruned, "old events removed");
  }
}

function engineConfig(settings: Settings): EngineConfig {
  return {
    ...ENGINE_DEFAULTS,
    completedToIdleMs: settings.completed_to_idle,
    busyTtlMs: settings.busy_ttl,
    askTtlMs: settings.ask_ttl,
    levelTtlMs: settings.level_ttl,
    declarationDelayMs: settings.declaration_delay,
  };
}

function hostTarget(tmuxSocket: string, now: number) {
  return {
    target_id: TARGET,
    target_name: TARGET,
    kind: "local" as const,
    connection_ref: tmuxSocket,
    is_default: true,
    last_seen_at: now,
    health: "ok" as const,
    updated_at: now,
  };
}

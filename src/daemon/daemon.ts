import { REGISTERED } from "../core/agents/registry.ts";
import type { Known } from "../core/lists/parse-query.ts";
import type { DaemonStatus } from "../core/protocol/daemon.ts";
import { messageOf } from "../core/protocol/fault.ts";
import type { Settings } from "../core/protocol/settings.ts";
import type { Aside } from "../core/protocol/stream.ts";
import { Actions } from "./actions/actions.ts";
import { announceCompletion } from "./actions/announce.ts";
import { Answers } from "./actions/answers.ts";
import { AuditBook } from "./actions/audit-book.ts";
import { Resumables } from "./actions/resumable.ts";
import { Resume } from "./actions/resume.ts";
import { Spawner } from "./actions/spawner.ts";
import { AdapterBook } from "./adapter-book.ts";
import { AttentionBook } from "./attention-book.ts";
import { Broadcast } from "./broadcast.ts";
import { ChangeFeed } from "./change-feed.ts";
import { ByHand } from "./classify/by-hand.ts";
import { Checker } from "./classify/checker.ts";
import type { Classifier } from "./classify/classifier.ts";
import { openClassifier } from "./classify/open-classifier.ts";
import type { Clock } from "./clock.ts";
import { noteClock } from "./clock-memory.ts";
import { createMachine, outputsOf } from "./create-machine.ts";
import { Devices } from "./devices.ts";
import { devicesBackend } from "./devices-backend.ts";
import { engineConfig } from "./engine-settings.ts";
import { Failures } from "./failures.ts";
import { Fleet } from "./fleet.ts";
import { FoldRebuild } from "./fold-rebuild.ts";
import { Folds } from "./folds.ts";
import { forEachOf } from "./for-each-of.ts";
import type { Home } from "./home.ts";
import type { Log } from "./log.ts";
import { Machines } from "./machines.ts";
import type { Notifier } from "./notify/notifier.ts";
import { openNotifier } from "./notify/open-notifier.ts";
import { Pairing } from "./pairing.ts";
import { portTaken } from "./port-holder.ts";
import { PrintingPanes } from "./printing-panes.ts";
import { Problems } from "./problems.ts";
import { QuestionBook } from "./questions.ts";
import { PRUNING, pruneOld } from "./retention.ts";
import { Rhythm } from "./rhythm.ts";
import { createApi } from "./server/api.ts";
import { loadToken } from "./server/auth.ts";
import { type EventsBackend, openEvents } from "./server/events-api.ts";
import { type Listening, listen } from "./server/listen.ts";
import { openStream } from "./server/stream.ts";
import { openTerminal } from "./server/terminal.ts";
import { SignalFeed } from "./signal-feed.ts";
import { Backups } from "./store/backups.ts";
import type { Store } from "./store/store.ts";
import { TargetBook } from "./target-book.ts";
import { doctorTarget } from "./targets/doctor.ts";
import { Terminals } from "./terminal/terminals.ts";

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

const FLUSH_EVERY_MS = 60_000;
const NOTE_CLOCK_MS = 60_000;
const EXPIRE_EVERY_MS = 1_000;
const PRINTING_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;
const BACKUP_CHECK_MS = 600_000;
const FIRST_BACKUP_MS = 60_000;

/** The parts, wired: what a source finds goes through its target's intake into the pipeline, and from there to whoever watches. */
export class Daemon {
  /** What a person should know about the daemon itself. */
  readonly problems: Problems;
  private readonly parts: DaemonParts;
  private readonly fleet: Fleet;
  private readonly broadcast: Broadcast;
  private readonly signals: SignalFeed;
  private readonly adapters: AdapterBook;
  private readonly machines: Machines;
  private readonly targets: TargetBook;
  private readonly spawner: Spawner;
  private readonly resume: Resume;
  private readonly actions: Actions;
  private readonly questions: QuestionBook;
  private readonly answers: Answers;
  private readonly attention: AttentionBook;
  private readonly terminals: Terminals;
  private readonly notifier: Notifier;
  private readonly printing: PrintingPanes;
  private readonly devices: Devices;
  private readonly pairing: Pairing;
  private readonly classifier: Classifier;
  private readonly checker: Checker;
  private readonly rhythm: Rhythm;
  private readonly backups: Backups;
  private readonly foldRebuild: FoldRebuild;
  private readonly stopRequested = new AbortController();
  private readonly token: string;
  private readonly startedAt: number;
  private listening: Listening | null = null;

  constructor(parts: DaemonParts) {
    const { store, clock, log, settings, home } = parts;
    this.parts = parts;
    this.problems = new Problems(clock);
    const { problems } = this;
    const failures = new Failures(problems, log);
    this.startedAt = clock.now();
    this.token = loadToken(home.token);
    this.printing = new PrintingPanes(clock);
    this.fleet = new Fleet(store.epoch, store.lastChange());
    this.broadcast = new Broadcast({
      fleet: this.fleet,
      clock,
      quietMs: settings.broadcast_quiet,
      mostMs: settings.broadcast_most,
      onFault: (error) => this.listenerFailed(error),
    });
    store.unit.reportTo((error) => this.listenerFailed(error));
    this.fleet.apply({ changed: store.states(), removed: [] }, store.lastChange());
    this.signals = new SignalFeed({ store, fleet: this.fleet, clock });
    this.adapters = new AdapterBook({ store, fleet: this.fleet, clock });
    const adapterOf = (name: string) => this.adapters.adapterOf(name);
    const squad = {
      provisionalMs: settings.provisional_ttl,
      knows: (signalId: string) => store.knowsSignal(signalId),
      now: () => clock.now(),
    };
    this.machines = new Machines((row) => createMachine(row, { ...parts, problems, failures }), log, squad, adapterOf);
    const folds = new Folds(store);
    this.foldRebuild = new FoldRebuild({
      store,
      folds,
      onRebuilt: (runtimeId) => this.targets.refolded(runtimeId),
      log,
    });
    this.notifier = openNotifier({
      settings,
      home,
      store,
      folds,
      fleet: this.fleet,
      broadcast: this.broadcast,
      failures,
      clock,
      log,
      targets: () => this.targets,
      terminals: () => this.terminals,
    });
    this.targets = new TargetBook({
      machines: this.machines,
      outputsOf: (row, machine) => outputsOf(row, machine, parts),
      doctor: (row) => doctorTarget(row, { home, settings, clock }),
      settings,
      store,
      folds,
      calls: this.notifier.outbox,
      fleet: this.fleet,
      broadcast: this.broadcast,
      problems,
      failures,
      config: engineConfig(settings),
      adapters: this.adapters,
      clock,
      log,
      onSignals: () => this.signals.tell(),
      onOutput: (target, paneId) => {
        this.checker.touched(target.screens, paneId);
        this.printing.note(target.name, paneId);
      },
    });
    this.adapters.onChange(() => {
      for (const target of this.targets.all())
        target.refresh().catch((error: unknown) => log.debug({ err: String(error) }, "not looked at: later"));
    });
    this.spawner = new Spawner({
      store,
      clock,
      worktrees: settings.worktrees,
      targetOf: (name) => this.targets.find(name),
      panes: () => this.fleet.all(),
    });
    this.resume = new Resume({
      store,
      resumables: new Resumables(store, adapterOf),
      target: (name) => this.targets.find(name),
      panes: () => this.fleet.all(),
      clock,
    });
    this.actions = new Actions({
      store,
      fleet: this.fleet,
      targetOf: (name) => this.targets.find(name).hands(),
      snapshotTtlMs: settings.snapshot_ttl,
      sshConfig: settings.ssh_config,
      completeText: settings.complete_text,
      announceCompletion: (item, runtimeId) => {
        const target = this.targets.find(item.identity.target);
        announceCompletion({ target, clock, ttlMs: settings.provisional_ttl }, item, runtimeId);
      },
      clock,
      log,
    });
    this.questions = new QuestionBook({
      store,
      fleet: this.fleet,
      clock,
      log,
      onFault: (error) => this.listenerFailed(error),
    });
    this.broadcast.onChange((change) => this.questions.follow(change));
    this.answers = new Answers({
      deeds: this.actions.deeds,
      questions: this.questions,
      store,
      fleet: this.fleet,
      clock,
    });
    this.attention = new AttentionBook({
      store,
      fleet: this.fleet,
      intakeOf: (name) => this.targets.find(name).intake,
      clock,
    });
    this.terminals = new Terminals({
      fleet: this.fleet,
      targetOf: (name) => this.targets.find(name),
      onChange: (listener) => this.broadcast.onChange(listener),
      heartbeatMs: settings.heartbeat,
      clock,
    });
    this.classifier = openClassifier(parts);
    this.checker = new Checker({
      targets: () => this.targets.all().map(({ screens }) => screens),
      panes: (target) => this.fleet.all().filter(({ identity }) => identity.target === target),
      pane: (target, paneId) => this.fleet.item(target, paneId),
      classifier: this.classifier,
      afterMs: settings.nudge_after,
      quietMs: settings.nudge_quiet,
      failures,
      clock,
      log,
    });
    this.devices = new Devices(store, clock);
    this.devices.onRemove((id) => this.notifier.removeDevice(id));
    this.pairing = new Pairing(clock);
    this.rhythm = new Rhythm(failures, log);
    this.backups = new Backups({
      database: home.database,
      dir: home.backups,
      everyMs: settings.backup_every,
      keep: settings.backup_keep,
      clock,
      problems,
      log,
    });
  }

  /** Resolves when the daemon answers; sources are read once the first look at this machine is over. */
  async start(): Promise<void> {
    const { home, settings, version, webRoot, log, clock } = this.parts;
    const events: EventsBackend = {
      source: () => this.fleet.source(clock.now()),
      known: () => this.known(),
      feed: new ChangeFeed({ store: this.parts.store, fleet: this.fleet, clock }),
      onChange: (listener) => this.broadcast.onChange(listener),
    };
    const api = createApi(
      {
        status: () => this.status(),
        panes: () => this.fleet.list(clock.now()),
        events,
        explain: (item) => this.targets.explain(item),
        signals: {
          feed: this.signals,
          now: () => clock.now(),
          requireTarget: (name) => void this.targets.find(name),
          clear: (name, session) => this.targets.find(name).signals.clear(session),
          onRemove: (listener) => this.devices.onRemove(listener),
        },
        register: (registration) => this.targets.register(registration),
        targets: this.targets,
        adapters: this.adapters,
        actions: this.actions,
        questions: this.answers,
        spawner: this.spawner,
        resume: this.resume,
        attention: this.attention,
        classify: new ByHand({
          panes: () => this.fleet.all(),
          targetOf: (name) => this.targets.find(name).screens,
          classifier: this.classifier,
          clock,
        }),
        notify: this.notifier,
        devices: devicesBackend({
          devices: this.devices,
          pairing: this.pairing,
          publicUrl: settings.public_url,
          listening: () => this.listening,
        }),
        shutdown: () => this.stopRequested.abort(),
      },
      version,
    );
    this.listening = await listen({
      api,
      streams: {
        "/v1/stream": (words) => openStream(words, this.broadcast, events.feed, (tell) => this.asides(tell)),
        "/v1/events": (words) => openEvents(words, events),
        "/v1/terminal/": (words, visit) =>
          openTerminal(words.get("ref")?.at(-1) ?? "", visit, {
            terminals: this.terminals,
            attention: this.attention,
            fleet: this.fleet,
            audit: new AuditBook(this.parts.store, clock),
            devices: this.devices,
            clock,
            mayResize: settings.terminal_resize,
          }),
      },
      socketPath: home.socket,
      port: settings.port,
      token: this.token,
      sites: [settings.public_url, ...settings.allowed_hosts].filter((site) => site !== ""),
      devices: this.devices,
      webRoot,
    });
    const { taken, port } = this.listening;
    if (taken !== null) this.problems.raise("E_PORT_IN_USE", portTaken(taken, port));
    await this.targets.start();
    this.notifier.start();
    this.rhythm.every("looking at files", settings.reconcile, () => this.machines.scan());
    this.rhythm.every("trying again what failed on a target", settings.reconcile, () =>
      forEachOf(this.targets.all(), (target) => target.retry()),
    );
    const keepTime = () => noteClock(this.parts.store, clock);
    this.rhythm.every("storing the time", NOTE_CLOCK_MS, keepTime);
    this.rhythm.attempt("storing the time", keepTime);
    this.rhythm.every("storing what adapters counted", FLUSH_EVERY_MS, () => this.adapters.flush());
    this.rhythm.every("telling which panes print", PRINTING_EVERY_MS, () => this.printing.tick());
    this.rhythm.every("closing old questions", EXPIRE_EVERY_MS, () => this.questions.tick());
    // whoever waits for the daemon does not wait for a copy
    const firstMs = Math.min(FIRST_BACKUP_MS, settings.backup_every);
    this.rhythm.everyAfter(firstMs, "copying the database", BACKUP_CHECK_MS, () => this.backups.keepUp());
    this.rhythm.everyAfter(settings.nudge_first, "looking for silent agents", settings.nudge_every, () =>
      this.checker.check(),
    );
    void this.foldRebuild.run(this.stopRequested.signal);
    const prune = () => pruneOld({ ...this.parts, rhythm: this.rhythm, targets: () => this.targets.all() });
    this.rhythm.every(PRUNING, PRUNE_EVERY_MS, prune);
    this.rhythm.attempt(PRUNING, prune);
    this.rhythm.watchLag("listening to panes again", async () => {
      await Promise.all(this.targets.all().map((target) => target.reopen()));
    });
    this.rhythm.whenDue(
      "bringing states up to date",
      () => this.targets.nextDue(),
      () => clock.now(),
      () => forEachOf(this.targets.all(), (target) => target.tick()),
    );
    log.info({ version, port: this.listening.port, home: home.dir }, "agtmuxd is up");
  }

  /** Resolves after `signal` or a request to stop, when nothing of ours is left anywhere. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.stopRequested.signal]);
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    this.rhythm.stop();
    this.checker.stop();
    this.terminals.close();
    await this.notifier.stop();
    await this.targets.stop();
    this.broadcast.close();
    this.signals.close();
    await this.listening?.close();
    this.parts.store.close();
    this.parts.log.info({}, "agtmuxd is down");
  }

  /** What was to be told is stored; only whoever was told has failed. */
  private listenerFailed(error: unknown): void {
    const { log } = this.parts;
    log.error({ err: error instanceof Error ? error.stack : String(error) }, "a listener failed");
    const words = `a part of the daemon failed when it was told of a change: ${messageOf(error)}`;
    this.problems.raise("E_INTERNAL", words, "listeners");
  }

  /** An agent that nobody knows any more may still be on the list. */
  private known(): Known {
    const agents = [...REGISTERED.map(({ name }) => name), "generic"];
    const targets = this.targets.all().map(({ name }) => name);
    return { targets, agents: [...new Set([...agents, ...Object.keys(this.fleet.summary().by_agent)])] };
  }

  private asides(tell: (aside: Aside) => void): () => void {
    const leaving = [this.printing.subscribe(tell), this.questions.onChange(() => tell({ type: "asked" }))];
    return () => {
      for (const leave of leaving) leave();
    };
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
      problems: [...this.problems.list(), ...this.pairing.problems()],
    };
  }
}

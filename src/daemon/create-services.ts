import { messageOf } from "../core/protocol/base/fault.ts";
import type { Settings } from "../core/protocol/settings/settings.ts";
import { Devices } from "./access/devices.ts";
import { Pairing } from "./access/pairing.ts";
import { Actions } from "./actions/actions.ts";
import { announceCompletion } from "./actions/announce.ts";
import { Answers } from "./actions/answers.ts";
import { AuditLog } from "./actions/audit-log.ts";
import { CheckResults } from "./actions/check-results.ts";
import { openChecks } from "./actions/open-checks.ts";
import { openWakes } from "./actions/open-wakes.ts";
import { Resumables } from "./actions/resumable.ts";
import { Resume } from "./actions/resume.ts";
import { Spawner } from "./actions/spawner.ts";
import { AttentionStore } from "./attention/attention-store.ts";
import { QuestionStore } from "./attention/question-store.ts";
import type { Clock } from "./base/clock.ts";
import { Failures } from "./base/failures.ts";
import type { Home } from "./base/home.ts";
import type { Log } from "./base/log.ts";
import { Problems } from "./base/problems.ts";
import { Checker } from "./classify/checker.ts";
import { openClassifier } from "./classify/open-classifier.ts";
import { UnchangedScreens } from "./classify/unchanged-screens.ts";
import type { ConnectLink } from "./fleet/fleet-link.ts";
import { agentsStop } from "./mcp/limits.ts";
import type { OpenHttpSessions } from "./mcp/open-mcp-http.ts";
import type { Notifier } from "./notify/notifier.ts";
import { openNotifier } from "./notify/open-notifier.ts";
import { Visits } from "./notify/visits.ts";
import { type WatchedDeps, watchersOf } from "./notify/watched.ts";
import { engineConfig } from "./pipeline/engine-settings.ts";
import { FoldRebuild } from "./pipeline/fold-rebuild.ts";
import { Folds } from "./pipeline/folds.ts";
import { Broadcast } from "./publish/broadcast.ts";
import { Fleet } from "./publish/fleet.ts";
import { PrintingPanes } from "./publish/printing-panes.ts";
import { SignalFeed } from "./publish/signal-feed.ts";
import { openQueues } from "./queue/open-queues.ts";
import { QueueStore } from "./queue/queue-store.ts";
import { openRules } from "./rules/open-rules.ts";
import { type OpenAdaptersDeps, openAdapters } from "./runtimes/open-adapters.ts";
import { openSearch } from "./search/open-search.ts";
import type { Inherited } from "./server/loopback.ts";
import { OwnToken } from "./server/own-token.ts";
import { Backups } from "./store/backups.ts";
import type { Store } from "./store/store.ts";
import { createMachine } from "./targets/create-machine.ts";
import { doctorTarget } from "./targets/doctor.ts";
import { Machines } from "./targets/machines.ts";
import { TargetRegistry } from "./targets/target-registry.ts";
import { Terminals } from "./terminal/terminals.ts";
import { openUsage } from "./usage/open-usage.ts";
import { VitalSigns } from "./vitals/vital-signs.ts";

export interface DaemonParts extends Pick<OpenAdaptersDeps, "ownAgents" | "pack"> {
  home: Home;
  settings: Settings;
  store: Store;
  clock: Clock;
  log: Log;
  version: string;
  build: string;
  webRoot: string;
  /** Path of the second parser of commands, for rules. */
  shellParser: string;
  /** Loads the library of the fleet's server; absent where there is no fleet. */
  loadConnect?: () => ConnectLink;
  /** Loads the library of MCP over HTTP. */
  loadMcpHttp?: () => OpenHttpSessions;
  /** Listening sockets of the previous daemon. */
  inherited?: Inherited | null;
  /** Whether another program started it in the foreground, and may start it again. */
  isSupervised?: boolean;
  /** Where systemd takes notice of which process is the service, if it started us and listens. */
  notifySocket?: string | undefined;
}

export type Services = ReturnType<typeof createServices>;

/** Builds everything that the daemon consists of, without starting any of it. */
export function createServices(parts: DaemonParts) {
  const { store, clock, log, settings, home } = parts;
  const problems = new Problems(clock);
  const failures = new Failures(problems, log);
  const token = new OwnToken(home.token);
  const printing = new PrintingPanes(clock);
  const fleet = new Fleet(store.epoch, store.lastChange(), settings.fleet?.name ?? null);
  const broadcast = new Broadcast({
    fleet,
    clock,
    quietMs: settings.broadcast_quiet,
    mostMs: settings.broadcast_most,
    onFault: (error) => listenerFailed(error),
  });
  store.unit.reportTo((error) => listenerFailed(error));
  fleet.apply({ changed: store.states(), removed: [] }, store.lastChange());
  const signals = new SignalFeed({ store, fleet, clock });
  const adapters = openAdapters({ ...parts, fleet, problems });
  const adapterOf = (name: string) => adapters.adapterOf(name);
  const squad = {
    provisionalMs: settings.provisional_ttl,
    knows: (signalId: string) => store.knowsSignal(signalId),
    now: () => clock.now(),
  };
  const machines = new Machines((row) => createMachine(row, { ...parts, problems, failures }), log, squad, adapterOf);
  const folds = new Folds(store);
  const { ledger, usage, wakeStore } = openUsage(parts);
  const queueStore = new QueueStore(store);
  const areAgentsStopped = agentsStop(store, settings.mcp);
  const checkResults = new CheckResults({ checks: settings.checks, store, clock });
  const foldRebuild = new FoldRebuild({
    ...{ store, folds, log },
    onRebuilt: (runtimeId) => targets.refolded(runtimeId),
  });
  const { judge, rules, judging } = openRules({
    ...parts,
    fleet,
    broadcast,
    audit: new AuditLog(store, clock),
    questions: () => questions,
    targets: () => targets,
    adapterOf,
  });
  const notifier: Notifier = openNotifier({
    settings,
    home,
    store,
    folds,
    fleet,
    broadcast,
    failures,
    clock,
    log,
    judgingMs: () => judging.longestMs(),
    targets: () => targets,
    watching: () => watching,
  });
  const targets: TargetRegistry = new TargetRegistry({
    machines,
    doctor: (row) => doctorTarget(row, { home, settings, clock }),
    settings,
    store,
    folds,
    calls: notifier.outbox,
    fleet,
    ledger,
    checks: checkResults,
    wakes: wakeStore,
    queues: queueStore,
    broadcast,
    problems,
    failures,
    config: engineConfig(settings),
    adapters,
    clock,
    log,
    onSignals: () => signals.publish(),
    onOffer: (offered) => void judge.consider(offered),
    onOutput: (screens, paneId) => {
      checker.touched(screens, paneId);
      printing.note(screens.name, paneId);
    },
  });
  adapters.onChange(() => {
    for (const target of targets.all())
      target.refresh().catch((error: unknown) => log.debug({ err: String(error) }, "not looked at: later"));
  });
  const spawner = new Spawner({
    store,
    clock,
    worktrees: settings.worktrees,
    agents: adapters.compatible(),
    presets: settings.presets,
    targetOf: (name) => targets.find(name),
    panes: () => fleet.all(),
  });
  const resume = new Resume({
    store,
    resumables: new Resumables(store, adapterOf),
    target: (name) => targets.find(name),
    panes: () => fleet.all(),
    clock,
  });
  const actions = new Actions({
    store,
    fleet,
    targetOf: (name) => targets.find(name).actionTarget(),
    snapshotTtlMs: settings.snapshot_ttl,
    sshConfig: settings.ssh_config,
    completeText: settings.complete_text,
    checkResults,
    instructionsFor: (item) => spawner.instructionsFor(item),
    announceCompletion: (item, runtimeId) => {
      const target = targets.find(item.identity.target);
      announceCompletion({ target, clock, ttlMs: settings.provisional_ttl }, item, runtimeId);
    },
    clock,
    log,
  });
  const questions = new QuestionStore({ store, fleet, clock, log, onFault: (error) => listenerFailed(error) });
  broadcast.onChange((change) => questions.follow(change));
  const answers = new Answers({ runner: actions.runner, questions, store, fleet, clock });
  const attention = new AttentionStore({
    store,
    fleet,
    intakeOf: (name) => targets.find(name).intake,
    sightsOf: (runtimeId) => folds.of(runtimeId).sights,
    clock,
  });
  const terminals: Terminals = new Terminals({
    fleet,
    targetOf: (name) => targets.find(name),
    onChange: (listener) => broadcast.onChange(listener),
    clock,
  });
  const watching: WatchedDeps = {
    control: (name) => targets.find(name).actionTarget().control(),
    isAttended: (name, paneId) => terminals.isAttended(name, paneId),
    isAnyAttended: () => terminals.isAnyAttended(),
    attendedMs: settings.attended_for,
  };
  const visits = new Visits({
    panes: () => fleet.all(),
    onChange: (listener) => broadcast.onChange(listener),
    watchersOf: (name, signal) => watchersOf(name, watching, signal),
    isAttended: watching.isAttended,
    see(attentionId, through) {
      const others = { runtime_ids: [], refs: [], all: false };
      attention.see({ action: "seen", attention_ids: [attentionId], ...others, through });
    },
    failures,
    clock,
  });
  const classifier = openClassifier(parts);
  const checker: Checker = new Checker({
    targets: () => targets.all().map(({ screens }) => screens),
    panes: (target) => fleet.all().filter(({ identity }) => identity.target === target),
    pane: (target, paneId) => fleet.item(target, paneId),
    classifier,
    afterMs: settings.nudge_after,
    quietMs: settings.nudge_quiet,
    unchanged: new UnchangedScreens({ afterMs: settings.nothing_new_after, clock }),
    failures,
    clock,
    log,
  });
  const devices = new Devices(store, clock);
  devices.onRemove((id) => notifier.removeDevice(id));
  const pairing = new Pairing(clock);
  devices.onRemove((id) => pairing.revokeLinksOf(id));
  const backups = new Backups({
    ...{ database: home.database, dir: home.backups, clock, problems, log },
    ...{ everyMs: settings.backup_every, keep: settings.backup_keep },
  });
  const vitals = new VitalSigns({ store, broadcast, spool: home.spool.new, problems, log });
  return {
    problems,
    vitals,
    failures,
    fleet,
    broadcast,
    signals,
    adapters,
    machines,
    foldRebuild,
    notifier,
    targets,
    spawner,
    resume,
    actions,
    questions,
    answers,
    attention,
    visits,
    terminals,
    classifier,
    checker,
    devices,
    pairing,
    backups,
    printing,
    token,
    rules,
    judging,
    ...openQueues({ ...parts, queueStore, folds, fleet, broadcast, actions, adapters, targets, areAgentsStopped }),
    wakes: openWakes({ ...parts, wakes: wakeStore, folds, fleet, actions, targets }),
    checks: openChecks({ ...parts, actions, results: checkResults, broadcast, targets, fleet }),
    usage,
    search: openSearch({ ...parts, problems, panes: () => fleet.all(), targets: () => targets.all() }),
  };

  /** The change itself is stored; only a listener failed. */
  function listenerFailed(error: unknown): void {
    log.error({ err: error instanceof Error ? error.stack : String(error) }, "a listener failed");
    const words = `a part of the daemon failed when it was told of a change: ${messageOf(error)}`;
    problems.raise("E_INTERNAL", words, "listeners");
  }
}

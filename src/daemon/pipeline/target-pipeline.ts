import type { EngineConfig } from "../../core/engine/engine-config.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { AdapterRegistry } from "../runtimes/adapter-registry.ts";
import { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import { DoingStore } from "../runtimes/doing-store.ts";
import { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import { SquadSignals } from "../runtimes/squad-signals.ts";
import { Teams } from "../runtimes/teams.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { sessionKeyOf } from "../usage/session-key.ts";
import type { UsageLedger } from "../usage/usage-ledger.ts";
import type { WakeStore } from "../usage/wake-store.ts";
import type { CallSink } from "./call-sink.ts";
import type { Folds } from "./folds.ts";
import { Intake } from "./intake.ts";
import { Pipeline } from "./pipeline.ts";
import { Projector } from "./projector.ts";
import { Resolver } from "./resolver.ts";
import type { ShownChecks } from "./shown-checks.ts";
import type { ShownQueues } from "./shown-queues.ts";

export interface TargetPipelineDeps {
  target: string;
  machine: Pick<Machine, "signals">;
  settings: Settings;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  ledger: UsageLedger;
  wakes: WakeStore;
  queues?: ShownQueues | undefined;
  broadcast: Broadcast;
  problems: Problems;
  config: EngineConfig;
  adapters: Pick<AdapterRegistry, "adapterOf">;
  clock: Clock;
  log: Log;
  health(): Health;
  /** A runtime's metadata has changed (where its files are). */
  onMetadata(runtimeId: string, subAgent?: string): void;
  /** An agent printed a line in that pane that was probably meant as a signal. */
  onNearMiss(paneId: string, line: string, why: string): void;
  /** New squad signals are stored. */
  onSignals(): void;
  checks?: ShownChecks | undefined;
  /** The notification outbox. */
  calls?: CallSink | undefined;
}

/** Builds the ingest pipeline for one target. */
export function targetPipeline(deps: TargetPipelineDeps) {
  const {
    target,
    machine,
    store,
    folds,
    fleet,
    ledger,
    broadcast,
    config,
    clock,
    log,
    health,
    settings,
    onMetadata,
    onNearMiss,
  } = deps;
  const metadataStore = new AgentMetadataStore(store);
  const doings = new DoingStore(store);
  const runtimes = new RuntimeRegistry(store, target, clock.now(), metadataStore);
  const signals = new SquadSignals({
    target,
    store,
    runtimes,
    metadataStore,
    clock,
    onTold: () => deps.onSignals(),
    files: machine.signals,
    review: (paneIds) => pipeline.reviewAll(paneIds),
  });
  const signalOf = (runtimeId: string, now: number) => signals.brief(runtimeId, now);
  const usageOf = (runtime: RuntimeRow) => ledger.of(sessionKeyOf(runtime, metadataStore));
  const resetOf = ledger.resetOf.bind(ledger);
  const projector = new Projector({
    store,
    runtimes,
    folds,
    fleet,
    resolver: new Resolver({
      ...{ store, runtimes, folds, config, health, usageOf, resetOf, wakes: deps.wakes },
      adapterOf: (agent) => deps.adapters.adapterOf(agent),
    }),
    target,
    health,
    signalOf,
    doings,
    teams: new Teams(runtimes, metadataStore),
    usageOf,
    checks: deps.checks,
    queues: deps.queues,
    calls: deps.calls,
  });
  const pipeline: Pipeline = new Pipeline({
    store,
    metadataStore,
    doings,
    ledger,
    signals,
    isEnabled: (agent) => deps.adapters.adapterOf(agent) !== null,
    adapterOf: (agent) => deps.adapters.adapterOf(agent),
    onMetadata,
    onNearMiss,
    runtimes,
    folds,
    projector,
    broadcast,
    clock,
    log,
    bindTtlMs: settings.bind_ttl,
    target,
  });
  const intake = new Intake({ pipeline, problems: deps.problems, log });
  return { metadataStore, doings, runtimes, signals, projector, pipeline, intake };
}

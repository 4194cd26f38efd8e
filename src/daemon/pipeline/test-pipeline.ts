import type { ProcessFacts } from "../../core/adapter/process-facts.ts";
import { type ProcessRow, processTree } from "../../core/adapter/process-tree.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { ENGINE_DEFAULTS } from "../../core/engine/engine-config.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { BindingHints } from "../../core/protocol/events/event.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { NO_USAGE } from "../../core/protocol/settings/settings-usage.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import type { SchmuxState } from "../../core/signals/schmux-state.ts";
import { silentLog } from "../base/test-log.ts";
import { Broadcast } from "../publish/broadcast.ts";
import { Fleet } from "../publish/fleet.ts";
import { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import { DoingStore } from "../runtimes/doing-store.ts";
import { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import { SquadSignals } from "../runtimes/squad-signals.ts";
import { Teams } from "../runtimes/teams.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { aTarget } from "../store/test-rows.ts";
import { testTopology } from "../targets/tmux/test-topology.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";
import { sessionKeyOf } from "../usage/session-key.ts";
import { UsageLedger } from "../usage/usage-ledger.ts";
import { WakeStore } from "../usage/wake-store.ts";
import type { CallSink } from "./call-sink.ts";
import { Folds } from "./folds.ts";
import { Pipeline } from "./pipeline.ts";
import { Projector } from "./projector.ts";
import { Resolver } from "./resolver.ts";

/** For tests: a target's pipeline without machines. A process with pid N starts at N seconds. */
export class TestPipeline {
  now: number;
  readonly store: Store;
  readonly runtimes: RuntimeRegistry;
  readonly pipeline: Pipeline;
  readonly metadataStore: AgentMetadataStore;
  /** Runtimes whose metadata changed, in order. */
  readonly learned: string[] = [];
  /** Near-miss lines, by pane. */
  readonly missed: string[] = [];
  readonly signals: SquadSignals;
  /** Signals whose files were written for senders that could not. */
  readonly files: SquadSignal[] = [];
  readonly folds: Folds;
  /** Health of its machine. */
  health: Health = "ok";
  calls: CallSink | null = null;
  readonly fleet: Fleet;
  readonly broadcast: Broadcast;
  private readonly projector: Projector;
  private serial = 0;

  /** Given another one's store, it is as after a restart. */
  constructor(now: number, store = openMemoryStore()) {
    this.now = now;
    this.store = store;
    store.transact(() => store.upsertTarget(aTarget()));
    const clock = { now: () => this.now };
    const target = "host";
    const folds = new Folds(store);
    this.folds = folds;
    this.fleet = new Fleet(store.epoch, store.lastChange());
    this.fleet.apply({ changed: store.states(), removed: [] }, store.lastChange());
    this.broadcast = new Broadcast({ fleet: this.fleet, clock, quietMs: 0, mostMs: 0, onFault: rethrow });
    this.metadataStore = new AgentMetadataStore(store);
    this.runtimes = new RuntimeRegistry(store, target, now, this.metadataStore);
    const doings = new DoingStore(store);
    const ledger = new UsageLedger({
      store,
      settings: { keep_metadata: 14 * 86_400_000, context_full: 85, usage: NO_USAGE },
    });
    const parts = { store, runtimes: this.runtimes, folds, fleet: this.fleet, target, doings, ledger };
    this.signals = new SquadSignals({
      target,
      store,
      runtimes: this.runtimes,
      metadataStore: this.metadataStore,
      clock,
      files: { keep: (signals) => void this.files.push(...signals), remove: () => undefined },
      onTold: () => undefined,
      review: (paneIds) => this.pipeline.reviewAll(paneIds),
    });
    const signalOf = (runtimeId: string, at: number) => this.signals.brief(runtimeId, at);
    const health = () => this.health;
    const usageOf = (runtime: RuntimeRow) => ledger.of(sessionKeyOf(runtime, this.metadataStore));
    const resetOf = ledger.resetOf.bind(ledger);
    const projector = new Projector({
      ...parts,
      resolver: new Resolver({
        ...parts,
        config: ENGINE_DEFAULTS,
        health,
        usageOf,
        resetOf,
        wakes: new WakeStore(store),
        adapterOf,
      }),
      health,
      signalOf,
      usageOf,
      teams: new Teams(this.runtimes, this.metadataStore),
      calls: { handle: (...change) => this.calls?.handle(...change) },
    });
    this.projector = projector;
    const log = silentLog();
    const onMetadata = (runtimeId: string, subAgent?: string) => {
      if (subAgent === undefined) this.learned.push(runtimeId);
    };
    this.pipeline = new Pipeline({
      ...parts,
      projector,
      metadataStore: this.metadataStore,
      signals: this.signals,
      onMetadata,
      onNearMiss: (paneId, line, why) => void this.missed.push(`${paneId} ${line} (${why})`),
      broadcast: this.broadcast,
      clock,
      log,
      bindTtlMs: 30_000,
    });
  }

  /** Observes these panes and processes. */
  observe(panes: readonly Partial<ObservedPane>[], rows: readonly ProcessRow[], change: Partial<Topology> = {}): void {
    const topology = testTopology(panes, processTree(rows).map(withoutDrift), change);
    const shown = this.fleet.all().map(({ identity }) => identity.pane_id);
    this.pipeline.observe(topology, new Set([...shown, ...topology.panes.keys()]));
  }

  /** A schmux declaration, sent at `at` and received now. */
  say(
    state: SchmuxState,
    message: string,
    at: number,
    hints: BindingHints = {},
    change: Partial<SignalFacts> = {},
  ): void {
    this.ingest({
      source: "command",
      event_type: `schmux.${state}`,
      event_time: at,
      hints,
      message,
      evidence: schmuxEvidence(state, "appended"),
      ...change,
    });
  }

  /** An agent's hook, sent at `at` and received now. */
  hook(agent_type: string, message: string, at: number, hints: BindingHints = {}, pane_id = "%1"): void {
    const evidence = { kind: "edge", phase: "ask", state: "waiting_approval" } as const;
    this.ingest({
      source: "hook",
      event_type: `${agent_type}.Ask`,
      agent_type,
      event_time: at,
      hints,
      message,
      evidence,
      pane_id,
    });
  }

  pane(paneId = "%1"): PaneItem {
    const item = this.fleet.item("host", paneId);
    if (item === undefined) throw new Error(`no pane ${paneId} is shown`);
    return item;
  }

  /** A runtime's resolution, even if it has ended. */
  resolution(runtimeId: string): Resolution {
    return this.projector.resolve(runtimeId, this.now);
  }

  /** The runtimes of a pane, oldest first. */
  runtimeRows(paneId = "%1"): RuntimeRow[] {
    const all = this.store.runtimes(0).filter(({ pane_id }) => pane_id === paneId);
    return all.sort((a, b) => a.pane_epoch - b.pane_epoch);
  }

  /** Messages stored for each runtime of a pane, newest first. */
  said(paneId = "%1"): Record<string, string[]> {
    const words = this.runtimeRows(paneId).map(({ agent_type, runtime_id }): [string, string[]] => [
      agent_type,
      this.store.eventsOf(runtime_id, 100).flatMap(({ message }) => (message === "" ? [] : [message])),
    ]);
    return Object.fromEntries(words);
  }

  ingest(facts: Omit<SignalFacts, "target" | "dedupe_key" | "pane_id"> & Partial<SignalFacts>): void {
    this.serial += 1;
    this.pipeline.ingest([{ target: "host", pane_id: "%1", dedupe_key: `k${this.serial}`, ...facts }]);
  }
}

function withoutDrift(process: ProcessFacts): ProcessFacts {
  return { ...process, startedAt: process.pid * 1_000 };
}

function rethrow(error: unknown): never {
  throw error;
}

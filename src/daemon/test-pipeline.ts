import type { ProcessFacts } from "../core/agents/process-facts.ts";
import { type ProcessRow, processTree } from "../core/agents/process-tree.ts";
import { ENGINE_DEFAULTS } from "../core/engine/engine-config.ts";
import type { SignalFacts } from "../core/engine/envelope.ts";
import type { BindingHints } from "../core/protocol/event.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneItem } from "../core/protocol/lists.ts";
import type { SquadSignal } from "../core/protocol/squad.ts";
import type { Health } from "../core/protocol/state.ts";
import { schmuxEvidence } from "../core/signals/schmux-evidence.ts";
import type { SchmuxState } from "../core/signals/schmux-state.ts";
import { Broadcast } from "./broadcast.ts";
import { ClueBook } from "./clues.ts";
import { Fleet } from "./fleet.ts";
import { Folds } from "./folds.ts";
import { Lives } from "./lives.ts";
import type { Outbox } from "./notify/outbox.ts";
import { Pipeline } from "./pipeline.ts";
import { Projector } from "./projector.ts";
import { SquadBook } from "./squad-book.ts";
import { openMemoryStore } from "./store/memory-store.ts";
import type { RuntimeRow, Store } from "./store/store.ts";
import { aTarget } from "./store/test-rows.ts";
import type { ObservedPane, Topology } from "./targets/topology.ts";
import { silentLog } from "./test-log.ts";
import { testTopology } from "./test-topology.ts";

/** For tests: a target's pipeline without machines. Processes begin at a second for each of their pids. */
export class TestPipeline {
  now: number;
  readonly store: Store;
  readonly lives: Lives;
  readonly pipeline: Pipeline;
  readonly clues: ClueBook;
  /** Runtimes that said where their files are, in order. */
  readonly learned: string[] = [];
  readonly signals: SquadBook;
  /** Signals whose files were written for whoever could not. */
  readonly files: SquadSignal[] = [];
  readonly folds: Folds;
  /** Whether its machine answers. */
  health: Health = "ok";
  calls: Pick<Outbox, "heed"> | null = null;
  readonly fleet: Fleet;
  readonly broadcast: Broadcast;
  private readonly projector: Projector;
  private serial = 0;

  /** With the store of another one: the daemon after a restart. */
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
    this.clues = new ClueBook(store);
    this.lives = new Lives(store, target, now, this.clues);
    const parts = { store, lives: this.lives, folds, fleet: this.fleet, target };
    this.signals = new SquadBook({
      target,
      store,
      lives: this.lives,
      clues: this.clues,
      clock,
      files: { keep: (signals) => void this.files.push(...signals), remove: () => undefined },
      onTold: () => undefined,
      review: (paneIds) => this.pipeline.reviewAll(paneIds),
    });
    const signalOf = (runtimeId: string, at: number) => this.signals.brief(runtimeId, at);
    const projector = new Projector({
      ...parts,
      config: ENGINE_DEFAULTS,
      health: () => this.health,
      signalOf,
      calls: { heed: (...change) => this.calls?.heed(...change) },
    });
    this.projector = projector;
    const log = silentLog();
    const onClues = (runtimeId: string) => void this.learned.push(runtimeId);
    this.pipeline = new Pipeline({
      ...parts,
      projector,
      clues: this.clues,
      signals: this.signals,
      onClues,
      broadcast: this.broadcast,
      clock,
      log,
      bindTtlMs: 30_000,
    });
  }

  /** A look at tmux and at its processes. */
  observe(panes: readonly Partial<ObservedPane>[], rows: readonly ProcessRow[], change: Partial<Topology> = {}): void {
    const topology = testTopology(panes, processTree(rows).map(withoutDrift), change);
    const shown = this.fleet.all().map(({ identity }) => identity.pane_id);
    this.pipeline.observe(topology, new Set([...shown, ...topology.panes.keys()]));
  }

  /** A word in the schmux dialect, said at `at` and heard now. */
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

  /** A hook of an agent, said at `at` and heard now. */
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

  /** How a runtime stands, also one that has ended. */
  resolution(runtimeId: string): Resolution {
    return this.projector.resolve(runtimeId, this.now);
  }

  /** The lives of a pane, oldest first. */
  runtimes(paneId = "%1"): RuntimeRow[] {
    const all = this.store.runtimes(0).filter(({ pane_id }) => pane_id === paneId);
    return all.sort((a, b) => a.pane_epoch - b.pane_epoch);
  }

  /** What each life of a pane is on record to have said, newest first. */
  said(paneId = "%1"): Record<string, string[]> {
    const words = this.runtimes(paneId).map(({ agent_type, runtime_id }): [string, string[]] => [
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

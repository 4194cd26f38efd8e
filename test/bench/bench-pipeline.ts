import pino from "pino";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { ENGINE_DEFAULTS } from "../../src/core/engine/engine-config.ts";
import type { SignalFacts } from "../../src/core/engine/envelope.ts";
import { NO_USAGE } from "../../src/core/protocol/settings/settings-usage.ts";
import { schmuxEvidence } from "../../src/core/signals/schmux-evidence.ts";
import { SCHMUX_STATES } from "../../src/core/signals/schmux-state.ts";
import { systemClock } from "../../src/daemon/base/clock.ts";
import { Folds } from "../../src/daemon/pipeline/folds.ts";
import { Pipeline } from "../../src/daemon/pipeline/pipeline.ts";
import { Projector } from "../../src/daemon/pipeline/projector.ts";
import { Resolver } from "../../src/daemon/pipeline/resolver.ts";
import { Broadcast } from "../../src/daemon/publish/broadcast.ts";
import { Fleet } from "../../src/daemon/publish/fleet.ts";
import { AgentMetadataStore } from "../../src/daemon/runtimes/agent-metadata.ts";
import { DoingStore } from "../../src/daemon/runtimes/doing-store.ts";
import { RuntimeRegistry } from "../../src/daemon/runtimes/runtime-registry.ts";
import { SquadSignals } from "../../src/daemon/runtimes/squad-signals.ts";
import { openSqliteStore } from "../../src/daemon/store/sqlite-store.ts";
import type { RuntimeRow } from "../../src/daemon/store/store.ts";
import type { ObservedPane, Topology } from "../../src/daemon/targets/tmux/topology.ts";
import { sessionKeyOf } from "../../src/daemon/usage/session-key.ts";
import { UsageLedger } from "../../src/daemon/usage/usage-ledger.ts";
import { WakeStore } from "../../src/daemon/usage/wake-store.ts";

export const PANES = 50;

/** The daemon's pipeline over its own database, without sources or clients. */
export function openPipeline(path: string) {
  const clock = systemClock();
  const store = openSqliteStore(path);
  const target = "host";
  store.upsertTarget({
    target_id: target,
    target_name: target,
    kind: "local",
    connection_ref: "",
    tmux_socket: "",
    is_default: true,
    last_seen_at: null,
    health: "ok",
    updated_at: 0,
  });
  const runtimes = new RuntimeRegistry(store, target, clock.now());
  const folds = new Folds(store);
  const fleet = new Fleet(store.epoch, 0);
  const metadataStore = new AgentMetadataStore(store);
  const nothing = () => undefined;
  const squad = new SquadSignals({ target, store, runtimes, metadataStore, clock, onTold: nothing, review: nothing });
  const signalOf = (runtimeId: string, now: number) => squad.brief(runtimeId, now);
  const doings = new DoingStore(store);
  const ledger = new UsageLedger({
    store,
    settings: { keep_metadata: 14 * 86_400_000, context_full: 85, usage: NO_USAGE },
  });
  const usageOf = (runtime: RuntimeRow) => ledger.of(sessionKeyOf(runtime, metadataStore));
  const parts = { store, runtimes, folds, fleet, target, signalOf, doings, usageOf };
  const health = () => "ok" as const;
  const resolver = new Resolver({
    ...parts,
    config: ENGINE_DEFAULTS,
    health,
    adapterOf,
    resetOf: ledger.resetOf.bind(ledger),
    wakes: new WakeStore(store),
  });
  const projector = new Projector({ ...parts, resolver, health });
  const broadcast = new Broadcast({ fleet, clock, quietMs: 100, mostMs: 500, onFault: nothing });
  const pipeline = new Pipeline({
    metadataStore,
    doings,
    ledger,
    signals: squad,
    store,
    runtimes,
    folds,
    projector,
    broadcast,
    clock,
    log: pino({ level: "silent" }),
    bindTtlMs: 30_000,
    target,
  });
  const observed = topology();
  pipeline.observe(observed, observed.panes.keys());
  return {
    ingest: (signals: readonly SignalFacts[]) => pipeline.ingest(signals),
    bound: () => store.countEvents().bound,
    close() {
      broadcast.close();
      store.close();
    },
  };
}

export function benchSignal(index: number): SignalFacts {
  const state = SCHMUX_STATES[index % SCHMUX_STATES.length] ?? "working";
  return {
    target: "host",
    pane_id: `%${index % PANES}`,
    source: "command",
    event_type: `schmux.${state}`,
    dedupe_key: `4711.4710.${index}@1794735613552000000`,
    event_time: Date.now(),
    hints: { tmux_server_pid: 1 },
    message: `Step ${index}: the tests pass, the build is clean`,
    evidence: schmuxEvidence(state, "appended"),
  };
}

function topology(): Topology {
  const panes = Array.from({ length: PANES }, (_, index): [string, ObservedPane] => {
    const pane_id = `%${index}`;
    return [
      pane_id,
      {
        pane_id,
        pane_pid: process.pid,
        dead: false,
        session_id: "$0",
        session_name: "work",
        window_id: `@${index}`,
        window_index: index,
        window_name: "w",
        pane_index: 0,
        alternate: false,
        piped: false,
        ourPipe: "",
        lastActivity: 0,
        command: "sh",
        title: "t",
        cwd: "/",
        listedAt: 0,
      },
    ];
  });
  const root = { pid: process.pid, ppid: 1, start: "1", startedAt: 0, command: "sh", argv: ["sh"] };
  const processes = new Map(
    panes.map(([paneId]) => [paneId, { root, agent: null, below: new Set<number>(), readAt: 0 }]),
  );
  return { askedAt: 0, boot: "boot", server: { pid: 1, start: "1", socketPath: "" }, panes: new Map(panes), processes };
}

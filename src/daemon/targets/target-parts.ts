import { tmuxStatus } from "../../core/lists/status-line.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { Offers } from "../decisions/offers.ts";
import { targetPipeline } from "../pipeline/target-pipeline.ts";
import { isActive } from "../publish/is-active.ts";
import { StatusOption } from "../publish/status-option.ts";
import { PipedOutputs } from "../sources/piped-outputs.ts";
import { Sessions } from "../sources/sessions.ts";
import { TargetSources } from "../sources/target-sources.ts";
import type { TargetRow } from "../store/store.ts";
import { TurnSnapshots } from "../turns/turn-snapshots.ts";
import type { Machine } from "./machine/machine.ts";
import { Observer } from "./observe/observer.ts";
import { PaneTaps } from "./pipes/pane-taps.ts";
import type { TargetDeps } from "./target-deps.ts";
import { TargetHealth } from "./target-health.ts";
import type { TmuxControl } from "./tmux/tmux-control.ts";
import type { Topology } from "./tmux/topology.ts";

export interface TargetEvents {
  /** The health, or the reason of a failure, has changed. */
  onHealth(before: Health, after: Health): void;
  onTopology(topology: Topology, control: TmuxControl): Promise<void>;
  onNoServer(boot: string): void;
  /** tmux has answered, or is known not to run. */
  onAnswer(): void;
  onOutput(paneId: string): void;
}

export type TargetParts = ReturnType<typeof createTargetParts>;

const LONGEST_WAIT_MS = 30_000;

/** Wires the parts of one target: sources feed its pipeline, the observer reports its topology. */
export function createTargetParts(row: TargetRow, machine: Machine, deps: TargetDeps, events: TargetEvents) {
  const { store, fleet, broadcast, clock, settings, adapters, problems } = deps;
  const target = row.target_name;
  const isLocal = row.kind === "local";
  const log = deps.log.child({ target });
  const { scrollback_lines: scrollback } = settings;
  const items = (): PaneItem[] => fleet.all().filter(({ identity }) => identity.target === target);
  const outputs = new PipedOutputs({ taps: new PaneTaps(machine.pipes(), scrollback), scrollback, log });
  const health = new TargetHealth(
    {
      target,
      isDefault: row.is_default,
      problems,
      clock,
      log: deps.log,
      impairment: () => machine.impairment ?? null,
      onChange: (before, after) => events.onHealth(before, after),
    },
    row.last_seen_at,
  );
  const stages = targetPipeline({
    ...deps,
    target,
    machine,
    log,
    health: () => health.health,
    onMetadata: (runtimeId, subAgent) => sources.learned(runtimeId, subAgent),
    onNearMiss: (where, line, why) => sources.missed(where, line, why),
  });
  const { doings, intake, pipeline } = stages;
  const sources: TargetSources = new TargetSources({
    ...deps,
    ...stages,
    target,
    machine,
    outputs,
    log,
    onOutput: (paneId) => events.onOutput(paneId),
    lookAtPanes: () => observer.refresh(),
    panes: items,
    onGit: ({ runtime_id, identity }, found) => {
      try {
        if (doings.learnGit(runtime_id ?? "", found)) pipeline.reviewAll([identity.pane_id]);
      } catch (error) {
        // comes again at the next look; that nothing can be stored is reported elsewhere
        log.debug({ err: String(error) }, "what git has is not stored");
      }
    },
  });
  const offers = new Offers({
    target,
    machine,
    fleet,
    isSeen: () => health.health === "ok",
    adapterOf: (agent) => adapters.adapterOf(agent),
    log,
    onOffer: (offer, all) => deps.onOffer?.({ target, machine, offer, offers: all }),
  });
  broadcast.onChange((change) => offers.follow(change));
  broadcast.onChange((change) => sources.changes.follow(change));
  const turns = new TurnSnapshots({ target, machine, store, isOn: settings.turn_snapshots, clock, log });
  broadcast.onChange((change) => turns.follow(change));
  const statusOption = new StatusOption({
    text: () => tmuxStatus({ summary: fleet.summary(), items: fleet.all() }),
    onChange: (listener) => broadcast.onChange(listener),
    log,
  });
  const observer = new Observer({
    machine,
    socketName: row.tmux_socket,
    host: isLocal ? null : row.connection_ref,
    retryMs: settings.reconcile,
    heartbeatMs: settings.heartbeat,
    agents: adapters,
    isActive: (paneId) => isActive(fleet.item(target, paneId)),
    longestWaitMs: isLocal ? settings.reconcile : LONGEST_WAIT_MS,
    clock,
    log,
    onTopology: (topology, control) => events.onTopology(topology, control),
    onNoServer: (boot) => events.onNoServer(boot),
    onAnswer: () => {
      health.answered();
      events.onAnswer();
    },
    onFailure: (fault) => health.failed(fault),
    onTurn: (windowId) => {
      const shown = items().filter(({ identity }) => identity.window_id === windowId);
      sources.changes.lookAgain(new Set(shown.map(({ identity }) => identity.pane_id)));
    },
  });
  const sessions = new Sessions({
    target,
    store,
    intake,
    pipeline,
    statusFiles: sources.statusFiles,
    markers: sources.markers,
    clock,
    log,
    refresh: () => observer.refresh(),
  });
  return { ...stages, health, outputs, sources, statusOption, observer, sessions, offers, items };
}

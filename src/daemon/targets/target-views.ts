import { Fault } from "../../core/protocol/base/fault.ts";
import type { MarkerReading, Resolution } from "../../core/protocol/events/explain.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { createActionTarget } from "../actions/create-action-target.ts";
import type { Reach } from "../actions/resume-place.ts";
import type { ScreenTarget } from "../classify/screen-target.ts";
import type { Store, TargetRow } from "../store/store.ts";
import type { Machine } from "./machine/machine.ts";
import type { TargetDeps } from "./target-deps.ts";
import type { TargetParts } from "./target-parts.ts";
import type { TmuxControl } from "./tmux/tmux-control.ts";
import type { Topology } from "./tmux/topology.ts";

/** The topology of a target's tmux server, and our connection to it; null without a server. */
export interface Observed {
  topology: Topology | null;
  control: TmuxControl | null;
}

export interface ViewedTarget {
  row: TargetRow;
  machine: Machine;
  deps: Pick<TargetDeps, "adapters" | "folds" | "clock">;
  parts: TargetParts;
  observed: Readonly<Observed>;
}

/** The target as actions use it. */
export function actionTargetOf({ row, machine, deps, parts, observed }: ViewedTarget): ActionTarget {
  const { runtimes, intake, health, offers, metadataStore, sources } = parts;
  const adapterOf = (agent: string) => deps.adapters.adapterOf(agent);
  return createActionTarget(
    row,
    { machine, runtimes, intake, offers, metadataStore, changes: sources.changes, adapterOf },
    () => ({
      health: health.health,
      fault: health.fault,
      topology: observed.topology,
      control: observed.control,
    }),
  );
}

/** The target as the classifier uses it. */
export function screenTargetOf({ row, deps, parts, observed }: ViewedTarget): ScreenTarget {
  const { runtimes, projector, intake, health, metadataStore } = parts;
  const { folds, adapters, clock } = deps;
  return {
    name: row.target_name,
    control: () => (health.health === "ok" && observed.control?.isOpen === true ? observed.control : null),
    pane: (paneId) => observed.topology?.panes.get(paneId) ?? null,
    activeRuntimeOf: (paneId) => runtimes.activeRuntimeOf(paneId),
    fold: (runtimeId) => folds.of(runtimeId),
    resolution: (runtimeId) => projector.resolve(runtimeId, clock.now()),
    adapterOf: (agent) => adapters.adapterOf(agent),
    versionOf: (runtimeId) => metadataStore.of(runtimeId).version,
    look: (runtimeId, facts) => intake.look(runtimeId, facts),
    withdraw: (runtimeId, source) => intake.withdraw(runtimeId, source),
  };
}

export interface ExplainedRuntime {
  resolution: Resolution;
  signal: SquadSignal | null;
  markers: MarkerReading | null;
}

export function explainRuntime({ deps, parts }: ViewedTarget, runtimeId: string): ExplainedRuntime {
  const { runtimes, projector, signals, sources } = parts;
  const now = deps.clock.now();
  const markers = sources.markers.readingIn(runtimes.runtime(runtimeId)?.pane_id ?? "");
  const signal = signals.lastOf(runtimeId, now)?.signal ?? null;
  return { resolution: projector.resolve(runtimeId, now), signal, markers };
}

/** Stores whether it is reachable, and when it was last. */
export function storeHealth({ row, deps, parts }: ViewedTarget, store: Store): void {
  const { health, lastSeenAt: last_seen_at } = parts.health;
  const updated = { ...row, health, last_seen_at, updated_at: deps.clock.now() };
  store.transact(() => store.upsertTarget(updated));
}

/** Refreshes the topology and returns it with the connections; throws if unreachable. */
export async function reachTarget({ row, machine, parts, observed }: ViewedTarget): Promise<Reach> {
  const { health, observer } = parts;
  const name = row.target_name;
  const unreachable = () => {
    const why = health.fault?.message ?? "try again when it does";
    return new Fault("E_TARGET_UNREACHABLE", `${name} does not answer: ${why}`, { target: name });
  };
  if (health.health === "down") throw unreachable();
  await observer.refresh().catch(() => {
    throw unreachable();
  });
  const { topology, control } = observed;
  if (topology === null) {
    const where = row.kind === "local" ? "" : ` on ${name}`;
    const words = `no tmux server is running${where}: start tmux there, then try again`;
    throw new Fault("E_NO_TMUX_SERVER", words, { target: name });
  }
  if (control?.isOpen !== true) throw unreachable();
  return { topology, control, machine };
}

export function noServerWords({ target_name, tmux_socket, kind }: TargetRow): string {
  const socket = tmux_socket === "" ? "" : `"${tmux_socket}" `;
  const where = kind === "local" ? "" : ` on ${target_name}`;
  return `no tmux server ${socket}is running${where}: it is observed as soon as there is one`;
}

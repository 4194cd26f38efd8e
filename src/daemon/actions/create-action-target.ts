import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Fault } from "../../core/protocol/base/fault.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Offers } from "../decisions/offers.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { GitChanges } from "../sources/git-changes.ts";
import type { TargetRow } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { Topology } from "../targets/tmux/topology.ts";
import type { ActionTarget } from "./action-target.ts";

/** A target's current state. */
export interface TargetNow {
  health: Health;
  fault: Fault | null;
  topology: Topology | null;
  control: TmuxControl | null;
}

/** Adapts a target to `ActionTarget`. */
export function createActionTarget(
  row: TargetRow,
  parts: {
    machine: Machine;
    runtimes: RuntimeRegistry;
    intake: Intake;
    offers: Offers;
    metadataStore: AgentMetadataStore;
    changes: Pick<GitChanges, "lookAgain">;
    adapterOf(agent: string): Adapter | null;
  },
  now: () => TargetNow,
): ActionTarget {
  const { machine, runtimes, intake, offers, metadataStore, changes, adapterOf } = parts;
  return {
    name: row.target_name,
    host: sshHostOf(row),
    socketName: row.tmux_socket,
    tmux: () => machine.facts?.tmux ?? "tmux",
    health: () => now().health,
    fault: () => now().fault,
    control() {
      const { control } = now();
      return control?.isOpen === true ? control : null;
    },
    server: () => now().topology?.server ?? null,
    pane: (paneId) => now().topology?.panes.get(paneId) ?? null,
    runtime: (runtimeId) => runtimes.runtime(runtimeId),
    adapterOf,
    metadataOf: ({ runtime_id, pid }) => ({
      home: machine.facts?.userHome ?? null,
      ...metadataStore.of(runtime_id),
      pid: pid ?? 0,
    }),
    offers,
    runScript: (script, options) => machine.runScript(script, options),
    processes: (roots) => machine.processes(roots),
    clockOffset: () => machine.clockOffset(),
    noteChanged: (paneId) => changes.lookAgain(new Set([paneId])),
    noteTyped({ pane_id, agent_type, pid, pid_start, server_pid }, at, correlationId) {
      intake.ingest([
        {
          target: row.target_name,
          pane_id,
          agent_type,
          source: "daemon",
          event_type: "send.submitted",
          dedupe_key: correlationId,
          event_time: at,
          message: "",
          evidence: { kind: "typed" },
          hints: {
            tmux_server_pid: server_pid,
            ...(pid !== null && { agent_pid: pid }),
            ...(pid_start !== null && { agent_start: pid_start }),
          },
        },
      ]);
    },
  };
}

function sshHostOf({ kind, connection_ref }: TargetRow): string | null {
  switch (kind) {
    case "local":
      return null;
    case "ssh":
      return connection_ref;
    default:
      return kind satisfies never;
  }
}

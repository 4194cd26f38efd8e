import type { Adapter } from "../../core/agents/adapter.ts";
import type { Fault } from "../../core/protocol/fault.ts";
import type { Health } from "../../core/protocol/state.ts";
import type { Intake } from "../intake.ts";
import type { Lives } from "../lives.ts";
import type { TargetRow } from "../store/store.ts";
import type { Machine } from "../targets/machine.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { Topology } from "../targets/topology.ts";
import type { ActionTarget } from "./action-target.ts";

/** How a target is at one moment. */
export interface TargetNow {
  health: Health;
  fault: Fault | null;
  topology: Topology | null;
  control: TmuxControl | null;
}

/** A target as whoever acts needs it. */
export function handsOn(
  row: TargetRow,
  parts: { machine: Machine; lives: Lives; intake: Intake; adapterOf(agent: string): Adapter | null },
  now: () => TargetNow,
): ActionTarget {
  const { machine, lives, intake, adapterOf } = parts;
  return {
    name: row.target_name,
    host: row.kind === "ssh" ? row.connection_ref : null,
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
    runtime: (runtimeId) => lives.runtime(runtimeId),
    adapterOf,
    processes: (roots) => machine.processes(roots),
    clockOffset: () => machine.clockOffset(),
    noteTyped({ pane_id, agent_type, pid, pid_start, server_pid }, at, correlationId) {
      intake.offer([
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

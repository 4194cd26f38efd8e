import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { TargetRow } from "../store/store.ts";
import type { Machine } from "./machine/machine.ts";
import type { TargetHealth } from "./target-health.ts";

/** A target as listed for people. */
export function targetItem(
  row: TargetRow,
  machine: Machine,
  targetHealth: TargetHealth,
  panes: readonly PaneItem[],
): TargetItem {
  const { target_name: name, kind, connection_ref, tmux_socket, is_default } = row;
  const { health, lastSeenAt: last_seen_at, fault } = targetHealth;
  return {
    identity: { target: name },
    name,
    kind,
    ssh_target: kind === "ssh" ? connection_ref : null,
    tmux_socket: tmux_socket === "" ? null : tmux_socket,
    is_default,
    health,
    last_seen_at: last_seen_at === null ? null : Math.round(last_seen_at),
    panes: panes.length,
    agents: panes.filter(({ agent }) => agent !== null).length,
    tmux_version: machine.facts?.tmuxVersion.replace(/^tmux /, "") ?? null,
    carrier: machine.carrier,
    clock_offset_ms: last_seen_at === null ? null : Math.round(machine.clockOffset()),
    error: fault?.toBody() ?? null,
  };
}

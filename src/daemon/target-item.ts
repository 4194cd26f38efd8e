import type { PaneItem } from "../core/protocol/lists.ts";
import type { TargetItem } from "../core/protocol/targets.ts";
import type { Contact } from "./contact.ts";
import type { TargetRow } from "./store/store.ts";
import type { Machine } from "./targets/machine.ts";

/** A target as people see it. */
export function targetItem(row: TargetRow, machine: Machine, contact: Contact, panes: readonly PaneItem[]): TargetItem {
  const { target_name: name, kind, connection_ref, tmux_socket, is_default } = row;
  const { health, lastSeenAt: last_seen_at, fault } = contact;
  return {
    name,
    kind,
    ssh_target: kind === "ssh" ? connection_ref : null,
    tmux_socket: tmux_socket === "" ? null : tmux_socket,
    is_default,
    health,
    last_seen_at,
    panes: panes.length,
    agents: panes.filter(({ agent }) => agent !== null).length,
    tmux_version: machine.facts?.tmuxVersion.replace(/^tmux /, "") ?? null,
    carrier: machine.carrier,
    clock_offset_ms: last_seen_at === null ? null : Math.round(machine.clockOffset()),
    error: fault?.toBody() ?? null,
  };
}

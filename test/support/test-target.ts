import type { TargetItem } from "../../src/core/protocol/daemon/targets.ts";

/** A connected ssh target; each test overrides only the fields it is about. */
export function testTarget(item: Partial<TargetItem>): TargetItem {
  return {
    identity: { target: item.name ?? "vm1" },
    name: "vm1",
    kind: "ssh",
    ssh_target: "me@vm1",
    tmux_socket: null,
    is_default: false,
    health: "ok",
    last_seen_at: 1_000,
    panes: 4,
    agents: 2,
    tmux_version: "3.3a",
    carrier: "channel",
    clock_offset_ms: 0,
    error: null,
    ...item,
  };
}

import type { TargetItem } from "../../src/core/protocol/targets.ts";

/** For tests: a connected ssh target; each test names only what it is about. */
export function testTarget(item: Partial<TargetItem>): TargetItem {
  return {
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

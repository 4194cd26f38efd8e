import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { ProcessForest } from "../../../core/adapter/process-forest.ts";
import { agentFamily, workerOf } from "../../../core/agents/agent-family.ts";
import { findAgent } from "../../../core/agents/find-agent.ts";
import { adapterOf } from "../../../core/agents/registry.ts";
import type { ObservedPane, PaneProcesses, Topology } from "./topology.ts";

/** For tests: a pane with a shell; each test sets only what it is about. */
export function testObservedPane(change: Partial<ObservedPane> = {}): ObservedPane {
  return {
    pane_id: "%1",
    pane_pid: 100,
    dead: false,
    session_id: "$0",
    session_name: "main",
    window_id: "@1",
    window_index: 0,
    window_name: "sh",
    pane_index: 0,
    alternate: false,
    piped: false,
    ourPipe: "",
    lastActivity: 0,
    command: "bash",
    title: "",
    cwd: "/",
    listedAt: 0,
    ...change,
  };
}

/** For tests: one tmux server whose panes run these processes; without its root process a pane counts as not read. */
export function testTopology(
  panes: readonly Partial<ObservedPane>[],
  processes: readonly ProcessFacts[],
  change: Partial<Topology> = {},
): Topology {
  const observed = panes.map(testObservedPane);
  const read = observed.flatMap((pane): [string, PaneProcesses][] => {
    const root = processes.find(({ pid }) => pid === pane.pane_pid);
    const found = findAgent(pane.pane_pid, processes);
    const made = found && { ...found, family: agentFamily(found.process, processes, adapterOf(found.agent)) };
    const agent = made && { ...made, isStopped: workerOf(made).stopped === true };
    const below = new Set(new ProcessForest(processes).under(pane.pane_pid).map(({ pid }) => pid));
    below.delete(pane.pane_pid);
    return root === undefined ? [] : [[pane.pane_id, { root, agent, below, readAt: change.askedAt ?? 0 }]];
  });
  return {
    askedAt: 0,
    boot: "boot",
    server: { pid: 50, start: "1", socketPath: "/tmp/tmux" },
    panes: new Map(observed.map((pane) => [pane.pane_id, pane])),
    processes: new Map(read),
    ...change,
  };
}

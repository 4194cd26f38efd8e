import type { ProcessFacts } from "../../core/adapter/process-facts.ts";
import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";
import type { PaneProcesses } from "../targets/tmux/topology.ts";

/** The kernel counts starts in hundredths of a second. */
export const START_SLACK_MS = 50;

/**
 * Maps pids to agents. Hooks know the pid that ran them but not its start, and it may be the binary behind an agent's
 * shim: then the agent counts. A pid is trusted only for events since its process started.
 */
export class ProcessIndex {
  private readonly byPid = new Map<number, { process: ProcessFacts; sender: ProcessFacts }>();

  constructor(panes: Iterable<PaneProcesses>) {
    for (const { root, agent } of panes) {
      this.byPid.set(root.pid, { process: root, sender: root });
      for (const process of agent?.family ?? [])
        this.byPid.set(process.pid, { process, sender: agent?.process ?? root });
    }
  }

  /** The event with pid and start of its sender, where both are known. */
  name(event: EventEnvelope): EventEnvelope {
    const { agent_pid, agent_start, parent_pid } = event.hints;
    if (agent_start !== undefined) return event;
    const known = this.byPid.get(agent_pid ?? 0) ?? this.byPid.get(parent_pid ?? 0);
    if (known === undefined || stampOf(event) < known.process.startedAt - START_SLACK_MS) return event;
    return { ...event, hints: { ...event.hints, agent_pid: known.sender.pid, agent_start: known.sender.start } };
  }
}

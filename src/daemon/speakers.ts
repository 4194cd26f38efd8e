import type { ProcessFacts } from "../core/agents/process-facts.ts";
import { type EventEnvelope, stampOf } from "../core/protocol/event.ts";
import type { PaneProcesses } from "./targets/topology.ts";

/** The kernel counts starts in hundredths of a second. */
export const START_SLACK_MS = 50;

/**
 * Whose process a pid is. Hooks know the pid of what ran them, not when it began, and that may be the binary behind an
 * agent's shim: what counts is the agent. A pid is believed only for what was said since its process began.
 */
export class Speakers {
  private readonly byPid = new Map<number, { process: ProcessFacts; speaker: ProcessFacts }>();

  constructor(panes: Iterable<PaneProcesses>) {
    for (const { root, agent } of panes) {
      this.byPid.set(root.pid, { process: root, speaker: root });
      for (const process of agent?.family ?? [])
        this.byPid.set(process.pid, { process, speaker: agent?.process ?? root });
    }
  }

  /** The event, its speaker named by pid and start where both are known. */
  name(event: EventEnvelope): EventEnvelope {
    const { agent_pid, agent_start, parent_pid } = event.hints;
    if (agent_start !== undefined) return event;
    const known = this.byPid.get(agent_pid ?? 0) ?? this.byPid.get(parent_pid ?? 0);
    if (known === undefined || stampOf(event) < known.process.startedAt - START_SLACK_MS) return event;
    return { ...event, hints: { ...event.hints, agent_pid: known.speaker.pid, agent_start: known.speaker.start } };
  }
}

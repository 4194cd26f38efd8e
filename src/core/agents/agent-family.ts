import type { FoundAgent } from "./find-agent.ts";
import type { ProcessFacts } from "./process-facts.ts";
import { agentOf } from "./registry.ts";

/**
 * The processes that an agent is made of: a shim and the binary it starts, a launcher and its relaunch.
 * What it runs as a tool is not among them, nor is a server of its own that may serve other panes too.
 */
export function agentFamily({ agent, process }: FoundAgent, processes: readonly ProcessFacts[]): ProcessFacts[] {
  const family = new Map([[process.pid, process]]);
  // a map gives what is added to it while it is walked
  for (const [pid] of family)
    for (const child of processes)
      if (child.ppid === pid && !family.has(child.pid) && agentOf(child) === agent) family.set(child.pid, child);
  return [...family.values()];
}

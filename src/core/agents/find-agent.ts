import type { ProcessFacts } from "../adapter/process-facts.ts";
import { AGENTS, agentAmong } from "./registry.ts";

export interface FoundAgent {
  agent: string;
  process: ProcessFacts;
}

/**
 * The agent of a pane: the topmost one under the pane's root process.
 * Processes that an agent started (a relaunch of itself, another agent as a tool) are below it and do not count.
 */
export function findAgent(rootPid: number, processes: Iterable<ProcessFacts>, agents = AGENTS): FoundAgent | null {
  const { byPid, children } = index(processes);
  const root = byPid.get(rootPid);
  // a root that is gone may still have children in the table
  let level = root === undefined ? (children.get(rootPid) ?? []) : [root];
  const seen = new Set([rootPid]);
  while (level.length > 0) {
    const found = level.flatMap((process) => {
      const agent = agentAmong(agents, process);
      return agent === null ? [] : [{ agent, process }];
    });
    const first = found.sort((a, b) => byAge(a.process, b.process))[0];
    if (first !== undefined) return first;
    for (const { pid } of level) seen.add(pid);
    level = level.flatMap(({ pid }) => children.get(pid) ?? []).filter(({ pid }) => !seen.has(pid));
  }
  return null;
}

function byAge(a: ProcessFacts, b: ProcessFacts): number {
  return a.startedAt - b.startedAt || a.pid - b.pid;
}

function index(processes: Iterable<ProcessFacts>) {
  const byPid = new Map<number, ProcessFacts>();
  for (const process of processes) byPid.set(process.pid, process);
  const children = new Map<number, ProcessFacts[]>();
  for (const process of byPid.values()) {
    const siblings = children.get(process.ppid);
    if (siblings === undefined) children.set(process.ppid, [process]);
    else siblings.push(process);
  }
  return { byPid, children };
}

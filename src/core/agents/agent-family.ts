import type { Adapter } from "../adapter/adapter.ts";
import type { ProcessFacts } from "../adapter/process-facts.ts";

/**
 * The processes that an agent is made of: a shim and the binary it starts, a launcher and its relaunch.
 * Programs that it runs as tools do not count, nor does its own server that may serve other panes too.
 */
export function agentFamily(
  process: ProcessFacts,
  processes: readonly ProcessFacts[],
  adapter: Pick<Adapter, "identify"> | null,
): ProcessFacts[] {
  const family = new Map([[process.pid, process]]);
  // iterating over a map includes what is added meanwhile
  for (const [pid] of family)
    for (const child of processes)
      if (child.ppid === pid && !family.has(child.pid) && adapter?.identify(child)) family.set(child.pid, child);
  return [...family.values()];
}

/**
 * The process that does an agent's work: a launcher only waits for the process that it started under its own name. If it
 * started several, the launcher itself counts.
 */
export function workerOf({
  process,
  family,
}: {
  process: ProcessFacts;
  family: readonly ProcessFacts[];
}): ProcessFacts {
  const passed = new Set<number>();
  for (let worker = process; ; ) {
    passed.add(worker.pid);
    const [only, ...others] = family.filter(({ pid, ppid }) => ppid === worker.pid && !passed.has(pid));
    if (only === undefined || others.length > 0) return worker;
    worker = only;
  }
}

import type { ProcessFacts } from "./process-facts.ts";

/** Finds all processes below a root, and the root itself if it was given; the processes are sorted in one pass. */
export class ProcessForest {
  private readonly byPid = new Map<number, ProcessFacts>();
  private readonly children = new Map<number, ProcessFacts[]>();

  constructor(processes: Iterable<ProcessFacts>) {
    for (const process of processes) this.byPid.set(process.pid, process);
    for (const process of this.byPid.values()) {
      const siblings = this.children.get(process.ppid);
      if (siblings === undefined) this.children.set(process.ppid, [process]);
      else siblings.push(process);
    }
  }

  get(pid: number): ProcessFacts | undefined {
    return this.byPid.get(pid);
  }

  under(pid: number): ProcessFacts[] {
    const root = this.byPid.get(pid);
    const found = new Set(root === undefined ? this.children.get(pid) : [root]);
    // iterating over a set includes what is added meanwhile
    for (const process of found) for (const child of this.children.get(process.pid) ?? []) found.add(child);
    return [...found];
  }
}

import { agentFamily } from "../../core/agents/agent-family.ts";
import { findAgent } from "../../core/agents/find-agent.ts";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import { ProcessForest } from "../../core/agents/process-forest.ts";
import type { ObservedPane, PaneProcesses } from "./topology.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const AT_ONCE = 64;

interface Known {
  pid: number;
  command: string;
  processes: PaneProcesses | null;
  nextAt: number;
  waitMs: number;
}

/**
 * Who runs in each pane. A pane is looked at when its foreground changes, soon again, since a launcher needs a moment
 * to start its agent, and then less and less often.
 */
export class ProcessWatch {
  private readonly read: (roots: readonly number[]) => Promise<ProcessFacts[]>;
  private readonly known = new Map<string, Known>();
  /** When to try again what could not be read. */
  private retryAt: number | null = null;

  constructor(read: (roots: readonly number[]) => Promise<ProcessFacts[]>) {
    this.read = read;
  }

  /** Reads what has changed or is due, all of it in one batch. Rejects, having forgotten nothing, when it cannot. */
  async look(
    panes: ReadonlyMap<string, ObservedPane>,
    serverPid: number,
    now: number,
  ): Promise<ReadonlyMap<string, PaneProcesses>> {
    for (const paneId of this.known.keys()) if (panes.get(paneId)?.dead !== false) this.known.delete(paneId);
    const batch = this.batch(
      [...panes.values()].filter(({ dead }) => !dead),
      now,
    );
    if (batch.length > 0) this.learn(batch, await this.readUnder(batch, serverPid, now), now);
    return this.all();
  }

  /** One read of many costs a machine far less than many reads: whoever has waited for half its time is read along. */
  private batch(panes: readonly ObservedPane[], now: number): ObservedPane[] {
    const changed = panes.filter((pane) => this.hasChanged(pane));
    const waiting = panes.filter((pane) => !this.hasChanged(pane));
    if (!waiting.some(({ pane_id }) => this.waitOf(pane_id, now) <= 0)) return changed;
    const due = waiting.filter(
      ({ pane_id }) => this.waitOf(pane_id, now) <= (this.known.get(pane_id)?.waitMs ?? 0) / 2,
    );
    // those that changed are not kept waiting for the rest
    return changed.length > 0 ? [...changed, ...due.slice(0, AT_ONCE)] : due;
  }

  /** What was found at the last look. */
  all(): ReadonlyMap<string, PaneProcesses> {
    return new Map([...this.known].flatMap(([paneId, { processes }]) => (processes ? [[paneId, processes]] : [])));
  }

  /** When a pane is next to be looked at again; null if there is none. */
  nextDue(): number | null {
    if (this.retryAt !== null) return this.retryAt;
    return this.known.size === 0 ? null : Math.min(...[...this.known.values()].map(({ nextAt }) => nextAt));
  }

  private async readUnder(batch: readonly ObservedPane[], serverPid: number, now: number): Promise<ProcessFacts[]> {
    this.retryAt = now + FIRST_MS;
    // every pane's process is a child of its tmux server: where many are wanted it is far cheaper to ask for that one
    const isMany = batch.length >= AT_ONCE && batch.length >= this.known.size / 2;
    const found = isMany ? await this.read([serverPid]) : [];
    const pids = new Set(found.map(({ pid }) => pid));
    const missing = batch.flatMap((pane) => this.rootsOf(pane)).filter((pid) => !pids.has(pid));
    if (missing.length > 0) found.push(...(await this.read(missing)));
    this.retryAt = null;
    return found;
  }

  /** The agent that was there is asked for by itself: the kernel may skip a process while its sibling ends. */
  private rootsOf({ pane_id, pane_pid }: ObservedPane): number[] {
    const agent = this.known.get(pane_id)?.processes?.agent;
    return agent ? [pane_pid, agent.process.pid] : [pane_pid];
  }

  private learn(batch: readonly ObservedPane[], found: readonly ProcessFacts[], now: number): void {
    const forest = new ProcessForest(found);
    for (const { pane_id, pane_pid, command } of batch) {
      const root = forest.get(pane_pid);
      const before = this.known.get(pane_id);
      const former = before?.pid === pane_pid ? before.processes?.agent : null;
      const stays = former && forest.get(former.process.pid)?.start === former.process.start ? former : null;
      const agent = findAgent(pane_pid, forest.under(pane_pid)) ?? stays;
      const family = agent && agentFamily(agent, forest.under(agent.process.pid));
      const processes = root === undefined ? null : { root, agent: agent && family && { ...agent, family } };
      const same =
        before?.pid === pane_pid &&
        before.command === command &&
        before.processes?.agent?.process.pid === processes?.agent?.process.pid;
      const waitMs = same ? Math.min(before.waitMs * 2, LONGEST_MS) : FIRST_MS;
      this.known.set(pane_id, { pid: pane_pid, command, processes, waitMs, nextAt: now + waitMs });
    }
  }

  private hasChanged({ pane_id, pane_pid, command }: ObservedPane): boolean {
    const known = this.known.get(pane_id);
    return known === undefined || known.pid !== pane_pid || known.command !== command;
  }

  private waitOf(paneId: string, now: number): number {
    return (this.known.get(paneId)?.nextAt ?? 0) - now;
  }
}

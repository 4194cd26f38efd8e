import type { Adapter } from "../../../core/adapter/adapter.ts";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { ProcessForest } from "../../../core/adapter/process-forest.ts";
import { agentFamily, workerOf } from "../../../core/agents/agent-family.ts";
import { type FoundAgent, findAgent } from "../../../core/agents/find-agent.ts";
import { AGENTS } from "../../../core/agents/registry.ts";
import type { Machine } from "../machine/machine.ts";
import type { AgentProcesses, ObservedPane, PaneProcesses } from "../tmux/topology.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const AT_ONCE = 64;

/** Which agents to look for. */
export interface WantedAgents {
  /** The same array as long as nothing has changed. */
  enabled(): readonly Adapter[];
  /** When the agent's adapter was last switched on again; null if it never was off. */
  enabledSince(agent: string): number | null;
}

const ALL_AGENTS: WantedAgents = { enabled: () => AGENTS, enabledSince: () => null };

interface Known {
  pid: number;
  command: string;
  /** As found, without the later start that `agentSince` may give it. */
  agent: FoundAgent | null;
  processes: PaneProcesses | null;
  nextAt: number;
  waitMs: number;
}

/**
 * Finds the agent in each pane. Reads a pane's processes when its foreground changes, soon again, since a launcher
 * needs a moment to start its agent, and then less and less often.
 */
export class ProcessWatch {
  private readonly machine: Pick<Machine, "processes" | "stopped">;
  private readonly wanted: WantedAgents;
  private readonly known = new Map<string, Known>();
  /** The adapters used for everything in `known`. */
  private agents: readonly Adapter[] | null = null;
  /** When to retry a failed read. */
  private retryAt: number | null = null;

  constructor(machine: Pick<Machine, "processes" | "stopped">, wanted = ALL_AGENTS) {
    this.machine = machine;
    this.wanted = wanted;
  }

  /** Reads the panes that have changed or are due, in one batch. On failure it rejects and keeps what it knew. */
  async look(
    panes: ReadonlyMap<string, ObservedPane>,
    serverPid: number,
    now: number,
  ): Promise<ReadonlyMap<string, PaneProcesses>> {
    for (const paneId of this.known.keys()) if (panes.get(paneId)?.dead !== false) this.known.delete(paneId);
    const living = [...panes.values()].filter(({ dead }) => !dead);
    const agents = this.wanted.enabled();
    // a newly enabled agent may run in any pane
    const batch = agents === this.agents ? this.batch(living, now) : living;
    if (batch.length > 0) this.learn(batch, await this.readUnder(batch, serverPid, now), agents, now);
    this.agents = agents;
    return this.all();
  }

  /** One batch is far cheaper for a machine than many reads, so panes that have waited half their time are included. */
  private batch(panes: readonly ObservedPane[], now: number): ObservedPane[] {
    const changed = panes.filter((pane) => this.hasChanged(pane));
    const waiting = panes.filter((pane) => !this.hasChanged(pane));
    if (!waiting.some(({ pane_id }) => this.waitOf(pane_id, now) <= 0)) return changed;
    const due = waiting.filter(
      ({ pane_id }) => this.waitOf(pane_id, now) <= (this.known.get(pane_id)?.waitMs ?? 0) / 2,
    );
    // changed panes do not wait for the rest
    return changed.length > 0 ? [...changed, ...due.slice(0, AT_ONCE)] : due;
  }

  /**
   * Reads again which agents of active panes are stopped, since tmux reports no change for that. True if any agent was
   * stopped or continued.
   */
  async lookStopped(isActive: (paneId: string) => boolean, now: number): Promise<boolean> {
    const active = [...this.known].flatMap(([paneId, { processes }]) =>
      processes?.agent && isActive(paneId) ? [{ paneId, processes, agent: processes.agent }] : [],
    );
    if (active.length === 0) return false;
    const stopped = await this.machine.stopped(active.map(({ agent }) => workerOf(agent).pid));
    const turned = active.filter(({ paneId, processes, agent }) => {
      const hasTurned = stopped.has(workerOf(agent).pid) !== agent.isStopped;
      // false if the pane was read again meanwhile, or is gone
      return hasTurned && this.known.get(paneId)?.processes === processes;
    });
    for (const { paneId, processes, agent } of turned) {
      const known = this.known.get(paneId) as Known;
      const seen = { ...processes, agent: { ...agent, isStopped: !agent.isStopped }, readAt: now };
      this.known.set(paneId, { ...known, processes: seen });
    }
    return turned.length > 0;
  }

  /** Results of the last read. */
  all(): ReadonlyMap<string, PaneProcesses> {
    return new Map([...this.known].flatMap(([paneId, { processes }]) => (processes ? [[paneId, processes]] : [])));
  }

  /** Time of the next due read; null without panes. */
  nextDue(): number | null {
    if (this.retryAt !== null) return this.retryAt;
    return this.known.size === 0 ? null : Math.min(...[...this.known.values()].map(({ nextAt }) => nextAt));
  }

  private async readUnder(batch: readonly ObservedPane[], serverPid: number, now: number): Promise<ProcessFacts[]> {
    this.retryAt = now + FIRST_MS;
    // all pane processes are children of the tmux server: for many panes one read from there is far cheaper
    const isMany = batch.length >= AT_ONCE && batch.length >= this.known.size / 2;
    const found = isMany ? await this.machine.processes([serverPid]) : [];
    const pids = new Set(found.map(({ pid }) => pid));
    const missing = batch.flatMap((pane) => this.rootsOf(pane)).filter((pid) => !pids.has(pid));
    if (missing.length > 0) found.push(...(await this.machine.processes(missing)));
    this.retryAt = null;
    return found;
  }

  /** Includes the known agent's own pid: the kernel may skip a process while its sibling ends. */
  private rootsOf({ pane_id, pane_pid }: ObservedPane): number[] {
    const agent = this.known.get(pane_id)?.agent;
    return [pane_pid, agent?.process.pid ?? 0].filter((pid) => pid !== 0);
  }

  private learn(
    batch: readonly ObservedPane[],
    found: readonly ProcessFacts[],
    agents: readonly Adapter[],
    now: number,
  ): void {
    const forest = new ProcessForest(found);
    for (const { pane_id, pane_pid, command } of batch) {
      const root = forest.get(pane_pid);
      const before = this.known.get(pane_id);
      const former = before?.pid === pane_pid ? before.agent : null;
      const isWanted = former !== null && agents.some(({ name }) => name === former.agent);
      const stays = isWanted && forest.get(former.process.pid)?.start === former.process.start ? former : null;
      const agent = findAgent(pane_pid, forest.under(pane_pid), agents) ?? stays;
      const family =
        agent === null ? [] : agentFamily(agent.process, forest.under(agent.process.pid), adapterIn(agents, agent));
      const since = agent === null ? null : this.wanted.enabledSince(agent.agent);
      const below = new Set(forest.under(pane_pid).flatMap(({ pid }) => (pid === pane_pid ? [] : [pid])));
      // from this read; `agent` may be the one known from before
      const worker = agent && forest.get(workerOf({ process: agent.process, family }).pid);
      const agentProcess = agent && agentSince(agent, family, since, worker?.stopped === true);
      const processes = root === undefined ? null : { root, agent: agentProcess, below, readAt: now };
      const same =
        before?.pid === pane_pid && before.command === command && before.agent?.process.pid === agent?.process.pid;
      const waitMs = same ? Math.min(before.waitMs * 2, LONGEST_MS) : FIRST_MS;
      this.known.set(pane_id, { pid: pane_pid, command, agent, processes, waitMs, nextAt: now + waitMs });
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

function adapterIn(agents: readonly Adapter[], { agent }: FoundAgent): Adapter | null {
  return agents.find(({ name }) => name === agent) ?? null;
}

/** An agent that ran before its adapter was enabled again becomes a new runtime: the old one has ended for good. */
function agentSince(
  { agent, process }: FoundAgent,
  family: readonly ProcessFacts[],
  since: number | null,
  isStopped: boolean,
): AgentProcesses {
  if (since === null || process.startedAt >= since) return { agent, process, family, isStopped };
  const renewed = family.map((each) => ({ ...each, startedAt: Math.max(each.startedAt, since) }));
  const anew = { ...process, start: `${process.start}+${since}`, startedAt: since };
  return { agent, process: anew, family: renewed, isStopped };
}

import type { Adapter } from "../../core/agents/adapter.ts";
import { agentFamily } from "../../core/agents/agent-family.ts";
import { type FoundAgent, findAgent } from "../../core/agents/find-agent.ts";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import { ProcessForest } from "../../core/agents/process-forest.ts";
import { AGENTS } from "../../core/agents/registry.ts";
import type { ObservedPane, PaneProcesses } from "./topology.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const AT_ONCE = 64;

/** Which agents are looked for. */
export interface WantedAgents {
  /** The same array for as long as nothing has changed. */
  enabled(): readonly Adapter[];
  /** Since when one that was not looked for is again. */
  enabledSince(agent: string): number | null;
}

const ALL_AGENTS: WantedAgents = { enabled: () => AGENTS, enabledSince: () => null };

interface Known {
  pid: number;
  command: string;
  /** As it was found. */
  agent: FoundAgent | null;
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
  private readonly wanted: WantedAgents;
  private readonly known = new Map<string, Known>();
  /** Those that were looked for in all that is known. */
  private agents: readonly Adapter[] | null = null;
  /** When to try again what could not be read. */
  private retryAt: number | null = null;

  constructor(read: (roots: readonly number[]) => Promise<ProcessFacts[]>, wanted = ALL_AGENTS) {
    this.read = read;
    this.wanted = wanted;
  }

  /** Reads what has changed or is due, all of it in one batch. Rejects, having forgotten nothing, when it cannot. */
  async look(
    panes: ReadonlyMap<string, ObservedPane>,
    serverPid: number,
    now: number,
  ): Promise<ReadonlyMap<string, PaneProcesses>> {
    for (const paneId of this.known.keys()) if (panes.get(paneId)?.dead !== false) this.known.delete(paneId);
    const living = [...panes.values()].filter(({ dead }) => !dead);
    const agents = this.wanted.enabled();
    // whoever is looked for now may run anywhere
    const batch = agents === this.agents ? this.batch(living, now) : living;
    if (batch.length > 0) this.learn(batch, await this.readUnder(batch, serverPid, now), agents, now);
    this.agents = agents;
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
    const agent = this.known.get(pane_id)?.agent;
    return agent ? [pane_pid, agent.process.pid] : [pane_pid];
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
      const family = agent === null ? [] : agentFamily(agent, forest.under(agent.process.pid));
      const since = agent === null ? null : this.wanted.enabledSince(agent.agent);
      const below = new Set(forest.under(pane_pid).flatMap(({ pid }) => (pid === pane_pid ? [] : [pid])));
      const life = agent && lifeOf(agent, family, since);
      const processes = root === undefined ? null : { root, agent: life, below, readAt: now };
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

/** Whoever ran before its adapter was switched on again is another life since: the former one has ended for good. */
function lifeOf({ agent, process }: FoundAgent, family: readonly ProcessFacts[], since: number | null) {
  if (since === null || process.startedAt >= since) return { agent, process, family };
  const renewed = family.map((each) => ({ ...each, startedAt: Math.max(each.startedAt, since) }));
  return { agent, process: { ...process, start: `${process.start}+${since}`, startedAt: since }, family: renewed };
}

import { adapterOf } from "../../core/agents/registry.ts";
import { agentAt, type Binding, bind, GENERIC, livedAt, type RuntimeSpan } from "../../core/engine/bind.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import type { ObservedPane, PaneProcesses, Topology } from "../targets/tmux/topology.ts";
import { type AgentMetadata, AgentMetadataStore } from "./agent-metadata.ts";
import { ProcessIndex, START_SLACK_MS } from "./process-index.ts";
import { RuntimeIndex } from "./runtime-index.ts";

/** How long an ended runtime still takes events written while it was alive. */
const REMEMBER_ENDED_MS = 24 * 3_600_000;

/** A known agent that was found in a pane. */
export interface Arrival {
  paneId: string;
  agent: PaneProcesses["agent"] & {};
}

/** The living and recently ended runtimes of one target, and their panes. */
export class RuntimeRegistry {
  private readonly store: Store;
  private readonly target: string;
  private readonly metadataStore: AgentMetadataStore;
  private readonly rows = new Map<string, RuntimeRow>();
  private index = new RuntimeIndex();
  private topology: Topology | null = null;
  /** Runtimes that ended before this time are not kept. */
  private since: number;
  private processIndex = new ProcessIndex([]);

  constructor(store: Store, target: string, now: number, metadataStore = new AgentMetadataStore(store)) {
    this.store = store;
    this.target = target;
    this.metadataStore = metadataStore;
    this.since = now - REMEMBER_ENDED_MS;
    this.reload();
  }

  /** Drops runtimes that ended long ago. */
  forgetOld(now: number): void {
    this.since = now - REMEMBER_ENDED_MS;
    this.reload();
  }

  private reload(): void {
    this.rows.clear();
    this.index = new RuntimeIndex();
    for (const row of this.store.runtimes(this.since)) if (row.target_id === this.target) this.keep(row);
  }

  observe(topology: Topology | null): void {
    this.topology = topology;
    this.processIndex = new ProcessIndex(
      [...(topology?.panes.keys() ?? [])].flatMap((paneId) => this.processesOf(paneId) ?? []),
    );
  }

  bind(event: EventEnvelope): Binding {
    const named = this.processIndex.name(event);
    const placed = this.isPlaced(named) ? named : { ...named, pane_id: null };
    return bind(placed, this.index.candidates(placed));
  }

  /** Whether an event's pane can be trusted: a server shared by several agents reports the same pane for all. */
  isPlaced({ agent_type, hints }: EventEnvelope): boolean {
    const isShared = agent_type !== null && adapterOf(agent_type)?.sharesServer === true;
    return !isShared || hints.agent_start !== undefined;
  }

  /** A pane as tmux last reported it. */
  observed(paneId: string): ObservedPane | null {
    return this.topology?.panes.get(paneId) ?? null;
  }

  /** Pid of the observed tmux server. */
  serverPid(): number | null {
    return this.topology?.server.pid ?? null;
  }

  observedPanes(): ObservedPane[] {
    return [...(this.topology?.panes.values() ?? [])];
  }

  /** Runtimes alive at that time and known by that session. */
  knownBy(sessionId: string, at: number): RuntimeRow[] {
    const then = this.index.inSession(sessionId).filter((span) => livedAt(span, at));
    return then.flatMap(({ runtime_id }) => this.rows.get(runtime_id) ?? []);
  }

  /** The known agent that was on record in a pane at that time. */
  agentAt(paneId: string, at: number): RuntimeSpan | null {
    return agentAt(this.index.inPane(paneId), at);
  }

  /** Reindexes a runtime that has reported its session, so that events of that session are bound to it. */
  reindex(runtimeId: string): void {
    const row = this.rows.get(runtimeId);
    if (row !== undefined) this.keep(row);
  }

  /** Living agents of a type in panes with that working directory. */
  inDirectory(agentType: string, cwd: string | undefined): RuntimeRow[] {
    return this.living().filter(
      (row) =>
        row.agent_type === agentType &&
        (cwd === undefined || (this.topology?.panes.get(row.pane_id)?.cwd ?? cwd) === cwd),
    );
  }

  /** Whether an event that was bound to another runtime belongs to this one. */
  isSaidBy(event: EventEnvelope, runtime: RuntimeRow): boolean {
    const { agent_pid: _pid, agent_start: _start, ...others } = event.hints;
    // the sender of output is our own guess, made before this runtime was known
    const hints = event.source === "marker" ? others : event.hints;
    const binding = this.bind({ ...event, runtime_id: null, hints });
    return binding.status === "bound" && binding.runtime_id === runtime.runtime_id;
  }

  /** Other runtimes in the same pane that overlap in time. */
  overlapping({ runtime_id, pane_id, started_at }: RuntimeRow): RuntimeRow[] {
    return this.rowsIn(pane_id).filter(
      (row) => row.runtime_id !== runtime_id && (row.ended_at === null || row.ended_at >= started_at),
    );
  }

  /** The living runtime of a pane: its agent, else its own program if that has sent signals. */
  activeRuntimeOf(paneId: string): RuntimeRow | null {
    return this.livingIn(paneId).sort((a, b) => rank(b) - rank(a) || b.pane_epoch - a.pane_epoch)[0] ?? null;
  }

  /** The pane's own program, whatever else runs there. */
  genericIn(paneId: string): RuntimeRow | null {
    return this.livingIn(paneId).find((row) => row.agent_type === GENERIC) ?? null;
  }

  runtime(runtimeId: string): RuntimeRow | null {
    return this.rows.get(runtimeId) ?? this.store.runtime(runtimeId);
  }

  living(): RuntimeRow[] {
    return [...this.rows.values()].filter((row) => row.ended_at === null);
  }

  /** Whether the sender claims to be the pane's own process; our own guess does not count. */
  isProgram(event: EventEnvelope): boolean {
    const root = this.processesOf(event.pane_id ?? "")?.root;
    const { agent_pid, agent_start } = this.processIndex.name(event).hints;
    const isClaimed = event.hints.agent_start === undefined;
    return isClaimed && root !== undefined && agent_pid === root.pid && agent_start === root.start;
  }

  /** Whether the pane's own program could be the sender: same server, not before its start, and no agent there. */
  couldBeProgram(event: EventEnvelope): boolean {
    const paneId = event.pane_id ?? "";
    const { tmux_server_pid } = event.hints;
    if (this.topology === null || (tmux_server_pid ?? this.topology.server.pid) !== this.topology.server.pid)
      return false;
    const at = stampOf(event);
    const root = this.processesOf(paneId)?.root;
    if (root === undefined || at < root.startedAt - START_SLACK_MS) return false;
    return !this.livingIn(paneId).some((row) => row.agent_type !== GENERIC && row.started_at <= at);
  }

  /** For a pane that sends signals but whose program no adapter knows: a runtime bound to its root process. */
  ensureGeneric(paneId: string, sessionId: string | null): RuntimeRow | null {
    const processes = this.topology?.panes.get(paneId)?.dead === false ? this.processesOf(paneId) : undefined;
    if (processes === undefined) return null;
    const { root, agent } = processes;
    const isAgent = agent?.process.pid === root.pid;
    return isAgent ? this.activeRuntimeOf(paneId) : this.ensure(paneId, GENERIC, root, sessionId, root.startedAt);
  }

  /** Whether a signal has stopped the agent; null if its processes were not read, and for a pane's own program. */
  isStopped({ pane_id, agent_type }: RuntimeRow): boolean | null {
    return agent_type === GENERIC ? null : (this.processesOf(pane_id)?.agent?.isStopped ?? null);
  }

  /** Known agents that run in panes and are not on record yet. */
  arrived(): Arrival[] {
    return [...(this.topology?.panes.keys() ?? [])].flatMap((paneId) => {
      const agent = this.processesOf(paneId)?.agent ?? null;
      if (agent === null || this.rows.has(this.idOf(paneId, agent.agent, agent.process))) return [];
      return [{ paneId, agent }];
    });
  }

  /** Records the agent; it inherits the session that its pane was registered with. */
  begin({ paneId, agent: { agent, process } }: Arrival, now: number): RuntimeRow | null {
    const session = this.genericIn(paneId)?.session_id ?? null;
    // a shell that became an agent by exec: earlier signals of the process are not the agent's
    const became = this.rowsIn(paneId).some((row) => row.pid === process.pid && row.pid_start === process.start);
    return this.ensure(paneId, agent, process, session, became ? now : process.startedAt);
  }

  /** Runtimes on record as living whose process, pane or server is gone. */
  departed(): RuntimeRow[] {
    return this.living().filter((row) => !this.isAlive(row));
  }

  end(runtimeId: string, at: number): void {
    const row = this.rows.get(runtimeId);
    if (row === undefined) return;
    this.store.endRuntime(runtimeId, at);
    this.keep({ ...row, ended_at: at });
  }

  private ensure(
    paneId: string,
    agent_type: string,
    process: PaneProcesses["root"],
    session_id: string | null,
    startedAt: number,
  ): RuntimeRow | null {
    if (this.topology === null) return null;
    const { server, boot } = this.topology;
    const runtime_id = this.idOf(paneId, agent_type, process);
    const known = this.rows.get(runtime_id);
    // an ended runtime is never revived
    if (known !== undefined) return known.ended_at === null ? known : null;
    const row: RuntimeRow = {
      runtime_id,
      target_id: this.target,
      pane_id: paneId,
      pane_epoch: this.store.lastPaneEpoch(this.target, paneId) + 1,
      agent_type,
      boot_id: boot,
      server_pid: server.pid,
      server_start: server.start,
      pid: process.pid,
      pid_start: process.start,
      session_id,
      started_at: startedAt - START_SLACK_MS,
      ended_at: null,
    };
    this.store.insertRuntime(row);
    this.keep(row);
    return row;
  }

  /** The same runtime has the same id in every daemon and after every restart. A shell may become an agent by exec. */
  private idOf(paneId: string, agentType: string, { pid, start }: PaneProcesses["root"]): string {
    const { boot = "", server = { pid: 0, start: "" } } = this.topology ?? {};
    const kind = agentType === GENERIC ? [] : [agentType];
    return contentId(this.target, boot, String(server.pid), server.start, paneId, String(pid), start, ...kind);
  }

  /** Only for the process that tmux reports now: the pane may have been respawned since its processes were read. */
  private processesOf(paneId: string): PaneProcesses | undefined {
    const known = this.topology?.processes.get(paneId);
    return known?.root.pid === this.topology?.panes.get(paneId)?.pane_pid ? known : undefined;
  }

  private livingIn(paneId: string): RuntimeRow[] {
    return this.rowsIn(paneId).filter((row) => row.ended_at === null);
  }

  private rowsIn(paneId: string): RuntimeRow[] {
    return this.index.inPane(paneId).flatMap((span) => this.rows.get(span.runtime_id) ?? []);
  }

  private keep(row: RuntimeRow): void {
    this.store.unit.reloadOnRollback(this, () => this.reload());
    this.rows.set(row.runtime_id, row);
    this.index.put(spanOf(row, this.metadataStore.of(row.runtime_id)));
  }

  private isAlive(row: RuntimeRow): boolean {
    if (this.topology === null) return true;
    const { boot, server, panes } = this.topology;
    const sameServer = row.boot_id === boot && row.server_pid === server.pid && row.server_start === server.start;
    const pane = panes.get(row.pane_id);
    if (!sameServer || pane === undefined || pane.dead) return false;
    if (row.agent_type === GENERIC) return pane.pane_pid === row.pid;
    const processes = this.processesOf(row.pane_id);
    // not read does not mean gone
    if (processes === undefined) return true;
    const { agent } = processes;
    return agent !== null && this.idOf(row.pane_id, agent.agent, agent.process) === row.runtime_id;
  }
}

function rank(row: RuntimeRow): number {
  return row.agent_type === GENERIC ? 0 : 1;
}

function spanOf(row: RuntimeRow, { session_id, squad_session }: AgentMetadata): RuntimeSpan {
  return {
    runtime_id: row.runtime_id,
    target: row.target_id,
    pane_id: row.pane_id,
    agent_type: row.agent_type,
    pid: row.pid,
    pid_start: row.pid_start,
    server_pid: row.server_pid,
    session_ids: [row.session_id, session_id, squad_session].filter((session) => session != null),
    started_at: row.started_at,
    ended_at: row.ended_at,
  };
}

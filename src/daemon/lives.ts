import { adapterOf } from "../core/agents/registry.ts";
import { type Binding, bind, GENERIC, type Life } from "../core/engine/bind.ts";
import { contentId } from "../core/engine/content-id.ts";
import { type EventEnvelope, stampOf } from "../core/protocol/event.ts";
import { type Clue, ClueBook } from "./clues.ts";
import { LifeIndex } from "./life-index.ts";
import { Speakers, START_SLACK_MS } from "./speakers.ts";
import type { RuntimeRow, Store } from "./store/store.ts";
import type { ObservedPane, PaneProcesses, Topology } from "./targets/topology.ts";

/** How long an ended life still takes events that were written while it lived. */
const REMEMBER_ENDED_MS = 24 * 3_600_000;

/** A known agent that was found in a pane. */
export interface Arrival {
  paneId: string;
  agent: PaneProcesses["agent"] & {};
}

/** The runtimes of one target that are alive or were lately, and which panes they live in. */
export class Lives {
  private readonly store: Store;
  private readonly target: string;
  private readonly clues: ClueBook;
  private readonly rows = new Map<string, RuntimeRow>();
  private index = new LifeIndex();
  private topology: Topology | null = null;
  /** Those that ended before are not remembered. */
  private since: number;
  private speakers = new Speakers([]);

  constructor(store: Store, target: string, now: number, clues = new ClueBook(store)) {
    this.store = store;
    this.target = target;
    this.clues = clues;
    this.since = now - REMEMBER_ENDED_MS;
    this.reload();
  }

  /** Forgets those that ended long ago. */
  forgetOld(now: number): void {
    this.since = now - REMEMBER_ENDED_MS;
    this.reload();
  }

  private reload(): void {
    this.rows.clear();
    this.index = new LifeIndex();
    for (const row of this.store.runtimes(this.since)) if (row.target_id === this.target) this.keep(row);
  }

  observe(topology: Topology | null): void {
    this.topology = topology;
    this.speakers = new Speakers(
      [...(topology?.panes.keys() ?? [])].flatMap((paneId) => this.processesOf(paneId) ?? []),
    );
  }

  bind(event: EventEnvelope): Binding {
    const named = this.speakers.name(event);
    const placed = this.isPlaced(named) ? named : { ...named, pane_id: null };
    return bind(placed, this.index.candidates(placed));
  }

  /** Whether the pane that an event names is worth anything: what an agent's shared server reports comes from any of them. */
  isPlaced({ agent_type, hints }: EventEnvelope): boolean {
    const isShared = agent_type !== null && adapterOf(agent_type)?.sharesServer === true;
    return !isShared || hints.agent_start !== undefined;
  }

  /** A pane as tmux last told of it. */
  observed(paneId: string): ObservedPane | null {
    return this.topology?.panes.get(paneId) ?? null;
  }

  observedPanes(): ObservedPane[] {
    return [...(this.topology?.panes.values() ?? [])];
  }

  /** Whoever lived then and is known by that session. */
  knownBy(sessionId: string, at: number): RuntimeRow[] {
    return this.index.inSession(sessionId).flatMap((life) => {
      const lived = life.started_at <= at && (life.ended_at ?? at) >= at;
      return lived ? (this.rows.get(life.runtime_id) ?? []) : [];
    });
  }

  /** It has told its own session: what is said in that is its own. */
  acquaint(runtimeId: string): void {
    const row = this.rows.get(runtimeId);
    if (row !== undefined) this.keep(row);
  }

  /** Living agents of a kind, in panes that are at that directory. */
  inDirectory(agentType: string, cwd: string | undefined): RuntimeRow[] {
    return this.living().filter(
      (row) =>
        row.agent_type === agentType &&
        (cwd === undefined || (this.topology?.panes.get(row.pane_id)?.cwd ?? cwd) === cwd),
    );
  }

  /** Whether an event that somebody else was thought to have said is this runtime's. */
  isSaidBy(event: EventEnvelope, runtime: RuntimeRow): boolean {
    const { agent_pid: _pid, agent_start: _start, ...others } = event.hints;
    // of output only we say whose it is, and this runtime was not known then
    const hints = event.source === "marker" ? others : event.hints;
    const binding = this.bind({ ...event, runtime_id: null, hints });
    return binding.status === "bound" && binding.runtime_id === runtime.runtime_id;
  }

  /** Those whose tenancy of the pane reaches into that of this runtime. */
  besides({ runtime_id, pane_id, started_at }: RuntimeRow): RuntimeRow[] {
    return this.rowsIn(pane_id).filter(
      (row) => row.runtime_id !== runtime_id && (row.ended_at === null || row.ended_at >= started_at),
    );
  }

  /** The living runtime of a pane: the agent in it, else its own program if that has spoken. */
  tenantOf(paneId: string): RuntimeRow | null {
    return this.livingIn(paneId).sort((a, b) => rank(b) - rank(a) || b.pane_epoch - a.pane_epoch)[0] ?? null;
  }

  /** The pane's own program, whoever else lives there. */
  genericIn(paneId: string): RuntimeRow | null {
    return this.livingIn(paneId).find((row) => row.agent_type === GENERIC) ?? null;
  }

  runtime(runtimeId: string): RuntimeRow | null {
    return this.rows.get(runtimeId) ?? this.store.runtime(runtimeId);
  }

  living(): RuntimeRow[] {
    return [...this.rows.values()].filter((row) => row.ended_at === null);
  }

  /** Whether whoever said it claims to be the pane's own process; what we ourselves took for it is no claim. */
  isProgram(event: EventEnvelope): boolean {
    const root = this.processesOf(event.pane_id ?? "")?.root;
    const { agent_pid, agent_start } = this.speakers.name(event).hints;
    const isClaimed = event.hints.agent_start === undefined;
    return isClaimed && root !== undefined && agent_pid === root.pid && agent_start === root.start;
  }

  /** Whether the pane's own program could have said it: on this server, not before it was born, and no agent was there. */
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

  /** A pane that speaks, but whose program no adapter knows, is a runtime bound to the pane's own process. */
  ensureGeneric(paneId: string, sessionId: string | null): RuntimeRow | null {
    const processes = this.topology?.panes.get(paneId)?.dead === false ? this.processesOf(paneId) : undefined;
    if (processes === undefined) return null;
    const { root, agent } = processes;
    const isAgent = agent?.process.pid === root.pid;
    return isAgent ? this.tenantOf(paneId) : this.ensure(paneId, GENERIC, root, sessionId, root.startedAt);
  }

  /** Known agents that run in panes and are not on record yet. */
  arrived(): Arrival[] {
    return [...(this.topology?.panes.keys() ?? [])].flatMap((paneId) => {
      const agent = this.processesOf(paneId)?.agent ?? null;
      if (agent === null || this.rows.has(this.idOf(paneId, agent.agent, agent.process))) return [];
      return [{ paneId, agent }];
    });
  }

  /** It answers to the session that its pane was registered under. */
  begin({ paneId, agent: { agent, process } }: Arrival, now: number): RuntimeRow | null {
    const session = this.genericIn(paneId)?.session_id ?? null;
    // a shell that became an agent by exec: what its process said before is not the agent's
    const became = this.rowsIn(paneId).some((row) => row.pid === process.pid && row.pid_start === process.start);
    return this.ensure(paneId, agent, process, session, became ? now : process.startedAt);
  }

  /** Runtimes that are on record as living, but whose process, pane or server is gone. */
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
    // what has ended has ended for good
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

  /** The same life has the same id, in every daemon and after every restart. A shell may turn into an agent by exec. */
  private idOf(paneId: string, agentType: string, { pid, start }: PaneProcesses["root"]): string {
    const { boot = "", server = { pid: 0, start: "" } } = this.topology ?? {};
    const kind = agentType === GENERIC ? [] : [agentType];
    return contentId(this.target, boot, String(server.pid), server.start, paneId, String(pid), start, ...kind);
  }

  /** Only of the process that tmux names now: a pane may have changed hands since its processes were read. */
  private processesOf(paneId: string): PaneProcesses | undefined {
    const known = this.topology?.processes.get(paneId);
    return known?.root.pid === this.topology?.panes.get(paneId)?.pane_pid ? known : undefined;
  }

  private livingIn(paneId: string): RuntimeRow[] {
    return this.rowsIn(paneId).filter((row) => row.ended_at === null);
  }

  private rowsIn(paneId: string): RuntimeRow[] {
    return this.index.inPane(paneId).flatMap((life) => this.rows.get(life.runtime_id) ?? []);
  }

  private keep(row: RuntimeRow): void {
    this.store.unit.reloadOnRollback(this, () => this.reload());
    this.rows.set(row.runtime_id, row);
    this.index.put(lifeOf(row, this.clues.of(row.runtime_id)));
  }

  private isAlive(row: RuntimeRow): boolean {
    if (this.topology === null) return true;
    const { boot, server, panes } = this.topology;
    const sameServer = row.boot_id === boot && row.server_pid === server.pid && row.server_start === server.start;
    const pane = panes.get(row.pane_id);
    if (!sameServer || pane === undefined || pane.dead) return false;
    if (row.agent_type === GENERIC) return pane.pane_pid === row.pid;
    const processes = this.processesOf(row.pane_id);
    // not read is not gone
    if (processes === undefined) return true;
    const { agent } = processes;
    return agent !== null && this.idOf(row.pane_id, agent.agent, agent.process) === row.runtime_id;
  }
}

function rank(row: RuntimeRow): number {
  return row.agent_type === GENERIC ? 0 : 1;
}

function lifeOf(row: RuntimeRow, { session_id, squad_session }: Clue): Life {
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

import { type Binding, bind, type Life } from "../core/engine/bind.ts";
import { contentId } from "../core/engine/content-id.ts";
import { type EventEnvelope, stampOf } from "../core/protocol/event.ts";
import { LifeIndex } from "./life-index.ts";
import type { RuntimeRow, Store } from "./store/store.ts";
import { processStart } from "./targets/processes.ts";
import type { ServerIdentity, Topology } from "./targets/topology.ts";

/** How long an ended life still takes events that were written while it lived. */
const REMEMBER_ENDED_MS = 24 * 3_600_000;
/** The kernel counts starts in hundredths of a second. */
const START_SLACK_MS = 50;

/** The runtimes that are alive or were lately, and which panes they live in. */
export class Lives {
  private readonly store: Store;
  private readonly boot: string;
  private readonly target: string;
  private readonly rows = new Map<string, RuntimeRow>();
  private index = new LifeIndex();
  private topology: Topology | null = null;

  constructor(store: Store, target: string, boot: string, now: number) {
    this.store = store;
    this.target = target;
    this.boot = boot;
    this.reload(now);
  }

  /** From the store anew: without what a failed transaction had added, and without those that ended long ago. */
  reload(now: number): void {
    this.rows.clear();
    this.index = new LifeIndex();
    for (const row of this.store.runtimes(now - REMEMBER_ENDED_MS)) this.keep(row);
  }

  observe(topology: Topology | null): void {
    this.topology = topology;
  }

  bind(event: EventEnvelope): Binding {
    return bind(event, this.index.candidates(event));
  }

  /** The living runtime of a pane. */
  tenantOf(paneId: string): RuntimeRow | null {
    const rows = this.index.inPane(paneId).flatMap((life) => this.rows.get(life.runtime_id) ?? []);
    return rows.filter((row) => row.ended_at === null).sort((a, b) => b.pane_epoch - a.pane_epoch)[0] ?? null;
  }

  runtime(runtimeId: string): RuntimeRow | null {
    return this.rows.get(runtimeId) ?? this.store.runtime(runtimeId);
  }

  living(): RuntimeRow[] {
    return [...this.rows.values()].filter((row) => row.ended_at === null);
  }

  /** Whether whoever lives in the event's pane now could have said it: on this server, and not before it was born. */
  couldHaveSaid(event: EventEnvelope, now: number): boolean {
    const pane = this.topology?.panes.get(event.pane_id ?? "");
    const { tmux_server_pid } = event.hints;
    if (pane === undefined || (tmux_server_pid ?? this.topology?.server.pid) !== this.topology?.server.pid)
      return false;
    const process = processStart(pane.pane_pid, now);
    return process !== null && stampOf(event) >= process.startedAt - START_SLACK_MS;
  }

  /** A pane that speaks, but whose program no adapter knows, is a runtime bound to the pane's own process. */
  ensureGeneric(paneId: string, sessionId: string | null, now: number): RuntimeRow | null {
    const pane = this.topology?.panes.get(paneId);
    if (pane === undefined || pane.dead || this.topology === null) return null;
    const tenant = this.tenantOf(paneId);
    if (tenant !== null && this.isAlive(tenant)) return tenant;
    const process = processStart(pane.pane_pid, now);
    if (process === null) return null;
    const { server } = this.topology;
    const runtime_id = runtimeId(this.target, this.boot, server, paneId, pane.pane_pid, process.start);
    const known = this.rows.get(runtime_id);
    // what has ended has ended for good
    if (known !== undefined) return known.ended_at === null ? known : null;
    const row: RuntimeRow = {
      runtime_id,
      target_id: this.target,
      pane_id: paneId,
      pane_epoch: this.store.lastPaneEpoch(this.target, paneId) + 1,
      agent_type: "generic",
      boot_id: this.boot,
      server_pid: server.pid,
      server_start: server.start,
      pid: pane.pane_pid,
      pid_start: process.start,
      session_id: sessionId,
      started_at: process.startedAt - START_SLACK_MS,
      ended_at: null,
    };
    this.store.insertRuntime(row);
    this.keep(row);
    return row;
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

  private keep(row: RuntimeRow): void {
    this.rows.set(row.runtime_id, row);
    this.index.put(lifeOf(row));
  }

  private isAlive(row: RuntimeRow): boolean {
    if (this.topology === null) return row.boot_id === this.boot;
    const { server, panes } = this.topology;
    const sameServer = row.boot_id === this.boot && row.server_pid === server.pid && row.server_start === server.start;
    const pane = panes.get(row.pane_id);
    return sameServer && pane?.pane_pid === row.pid && !pane.dead;
  }
}

/** The same life has the same id, in every daemon and after every restart. */
export function runtimeId(
  target: string,
  boot: string,
  server: ServerIdentity,
  paneId: string,
  pid: number,
  start: string,
): string {
  return contentId(target, boot, String(server.pid), server.start, paneId, String(pid), start);
}

function lifeOf(row: RuntimeRow): Life {
  return {
    runtime_id: row.runtime_id,
    target: row.target_id,
    pane_id: row.pane_id,
    agent_type: row.agent_type,
    pid: row.pid,
    pid_start: row.pid_start,
    server_pid: row.server_pid,
    session_ids: row.session_id === null ? [] : [row.session_id],
    started_at: row.started_at,
    ended_at: row.ended_at,
  };
}

import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import {
  type Disposed,
  type PresetList,
  type Spawned,
  type SpawnedBy,
  SpawnedItem,
  type SpawnedList,
  type SpawnRequest,
  type SpawnWords,
} from "../../core/protocol/actions/spawn.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { Clock } from "../base/clock.ts";
import { findPane } from "../publish/refs.ts";
import type { Store } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { AuditLog, brief } from "./audit-log.ts";
import { type DisposeDeps, disposeAgent, tryDispose } from "./dispose-agent.ts";
import { type SpawnPlace, spawnAgent } from "./spawn-agent.ts";
import { withoutInstructions } from "./spawn-instructions.ts";
import { type SpawnRecord, SpawnRecords } from "./spawn-records.ts";
import { WorkspaceShell } from "./workspace-shell.ts";

/** The parts of a target that starting and removing agents needs. */
export interface SpawnTarget {
  readonly name: string;
  readonly isLocal: boolean;
  readonly place: { machine: Machine; socketName: string; connectionRef: string };
  registerPane(registration: Registration): Promise<void>;
  unregisterSession(sessionId: string): void;
  signalsFrom(workspace: string, exceptSession: string): boolean;
  observes(serverPid: number): boolean;
  untilGone(paneId: string): Promise<void>;
}

export interface SpawnerDeps {
  store: Store;
  clock: Clock;
  worktrees: string;
  /** The agents that agtmux can start. */
  agents: readonly Adapter[];
  /** By name. */
  presets: Readonly<Record<string, SpawnWords>>;
  /** Throws `E_TARGET_NOT_FOUND` for an unknown name. */
  targetOf(name: string): SpawnTarget;
  panes(): readonly PaneItem[];
}

/** Spawns and disposes agents, one at a time per target: two may share a workspace. */
export class Spawner {
  private readonly deps: SpawnerDeps;
  private readonly records: SpawnRecords;
  private readonly audit: AuditLog;
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(deps: SpawnerDeps) {
    this.deps = deps;
    this.records = new SpawnRecords(deps.store);
    this.audit = new AuditLog(deps.store, deps.clock);
  }

  list(ref?: string): SpawnedList {
    const records = ref === undefined ? this.records.all() : [this.find(ref)];
    return { schema_version: 1, items: records.map((record) => SpawnedItem.parse(record)) };
  }

  presets(): PresetList {
    const items = Object.entries(this.deps.presets).map(([name, words]) => ({ name, ...words }));
    return { schema_version: 1, items };
  }

  /** Spawned agents whose tmux server runs. */
  living(): SpawnedItem[] {
    return this.records.all().filter((record) => this.isLive(record));
  }

  /** `spawnedBy`: the agent that asked for it, by its tools. */
  spawn(request: SpawnRequest, actor: Actor, spawnedBy?: SpawnedBy): Promise<Spawned> {
    const asked = { action: "spawn", actor, ref: null, guards: {}, request: auditedRequest(request) } as const;
    return this.audit.record(asked, async ({ entry, touch }) => {
      entry.agent = brief(request.agent);
      entry.target = request.target;
      const target = this.deps.targetOf(request.target);
      const spawned = await this.inTurn(target.name, async () => {
        const { records } = this;
        const { worktrees, agents, clock } = this.deps;
        const deps = { place: await this.placeOf(target), records, agents, worktrees, spawnedBy, now: clock.now() };
        return spawnAgent(request, deps, touch);
      });
      entry.ref = spawned.ref;
      entry.pane_id = spawned.pane_id;
      entry.effects = spawned.created.map((thing) => `created ${thing}`);
      return spawned;
    });
  }

  dispose(ref: string, actor: Actor): Promise<Disposed> {
    const asked = { action: "dispose", actor, ref, guards: {}, request: {} } as const;
    return this.audit.record(asked, async ({ entry, touch }) => {
      const record = this.find(ref);
      entry.ref = record.ref === "" ? null : record.ref;
      entry.target = record.target;
      entry.pane_id = record.pane_id === "" ? null : record.pane_id;
      entry.agent = record.agent;
      entry.request = { session_id: record.session_id };
      const disposed = await this.whereSpawned(record, ref, (deps) => disposeAgent(record, deps, touch));
      const { removed, kept } = disposed;
      entry.effects = [...removed.map((thing) => `removed ${thing}`), ...kept.map((thing) => `kept ${thing}`)];
      return disposed;
    });
  }

  async tryDispose(ref: string): Promise<Disposed> {
    const record = this.find(ref);
    return this.whereSpawned(record, ref, (deps) => tryDispose(record, deps));
  }

  /** Does something on the machine that the agent was spawned on, after what else is spawned or disposed of there. */
  private whereSpawned<T>(record: SpawnRecord, ref: string, work: (deps: DisposeDeps) => Promise<T>): Promise<T> {
    const target = this.deps.targetOf(record.target);
    if (target.place.connectionRef !== record.connection_ref) {
      const words = `${record.target} is another machine now than when ${ref} was spawned`;
      throw new Fault("E_NOT_SPAWNED", words, { ref });
    }
    return this.inTurn(target.name, async () => work({ place: await this.placeOf(target), records: this.records }));
  }

  /** The file with our instructions for the agent in a pane, and its text without them; null if there is none. */
  async instructionsFor(item: PaneItem): Promise<{ file: string; without: string } | null> {
    const record = this.records.all().find((each) => isIn(item, each) && this.isLive(each));
    if (record === undefined) return null;
    const { shell } = await this.placeOf(this.deps.targetOf(record.target));
    const { file, without } = await withoutInstructions(record, { shell, records: this.records });
    return file === null ? null : { file, without };
  }

  private async placeOf(target: SpawnTarget): Promise<SpawnPlace> {
    const { machine, socketName, connectionRef } = target.place;
    await machine.connect(new AbortController().signal);
    return {
      target: target.name,
      connectionRef,
      isLocal: target.isLocal,
      socketName,
      shell: new WorkspaceShell(machine, socketName),
      registerPane: (registration) => target.registerPane(registration),
      untilGone: (paneId) => target.untilGone(paneId),
      unregisterSession: (sessionId) => target.unregisterSession(sessionId),
      isShared: (workspace, sessionId) => target.signalsFrom(workspace, sessionId),
    };
  }

  /** By session id or by a ref of its pane, even if the pane is gone. */
  private find(ref: string): SpawnRecord {
    const records = this.records.all();
    const named = records.find(({ session_id }) => session_id === ref);
    if (named !== undefined) return named;
    const same = records.filter((record) => record.ref === ref);
    const pane = this.paneOf(ref, same.length > 0);
    const found = pane === null ? same : records.filter((record) => isIn(pane, record) && this.isLive(record));
    if (found.length > 1) {
      const candidates = found.map(({ session_id }) => session_id);
      throw new Fault("E_REF_AMBIGUOUS", `${ref} was spawned more than once: name its session id`, { ref, candidates });
    }
    if (found[0] === undefined) throw notSpawned(ref, records);
    return found[0];
  }

  private paneOf(ref: string, mayBeGone: boolean): PaneItem | null {
    try {
      return findPane(ref, this.deps.panes());
    } catch (error) {
      if (mayBeGone) return null;
      throw asFault(error).code === "E_REF_NOT_FOUND" && this.wasDisposed(ref) ? disposedBefore(ref) : error;
    }
  }

  private wasDisposed(ref: string): boolean {
    return this.audit
      .list(0)
      .items.some(
        ({ action, outcome, ref: own, asked_ref, request }) =>
          action === "dispose" && outcome === "done" && [own, asked_ref, request.session_id].includes(ref),
      );
  }

  /** Whether its tmux server is the observed one: another server may have panes with the same ids. */
  private isLive({ target, server }: SpawnRecord): boolean {
    return this.deps.targetOf(target).observes(Number.parseInt(server, 10));
  }

  private async inTurn<T>(target: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(target) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.turns.set(
      target,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

/** Free text is shortened. */
function auditedRequest({ workspace, worktree, session, prompt, args }: SpawnRequest): Record<string, unknown> {
  return {
    workspace,
    ...(worktree !== undefined && { worktree }),
    ...(session !== undefined && { session: brief(session) }),
    ...(prompt !== undefined && { prompt: brief(prompt) }),
    ...(args.length > 0 && { args: brief(args.join(" ")) }),
  };
}

function isIn({ identity }: PaneItem, { target, pane_id }: SpawnRecord): boolean {
  return identity.target === target && identity.pane_id === pane_id;
}

function disposedBefore(ref: string): Fault {
  return new Fault("E_DISPOSED", `${ref} was disposed of already: there is nothing left to end or remove`, { ref });
}

function notSpawned(ref: string, records: readonly SpawnRecord[]): Fault {
  const known = records.map(({ ref: own, session_id }) => (own === "" ? session_id : own));
  const there = known.length === 0 ? "nothing is spawned now" : `spawned are ${known.join(", ")}`;
  return new Fault("E_NOT_SPAWNED", `agtmux did not spawn ${ref}, so it is left alone; ${there}`, { ref, known });
}

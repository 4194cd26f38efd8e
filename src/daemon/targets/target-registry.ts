import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { DoctorReport, NewTarget, TargetItem, TargetList } from "../../core/protocol/daemon/targets.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { TargetRow } from "../store/store.ts";
import type { Machines } from "./machines.ts";
import { Target } from "./target.ts";
import type { TargetDeps } from "./target-deps.ts";

export interface TargetRegistryDeps extends Omit<TargetDeps, "onHealth"> {
  machines: Machines;
  doctor(row: TargetRow): Promise<DoctorReport>;
}

interface Entry {
  row: TargetRow;
  target: Target;
}

const DEFAULT = "host";
/** How long a pane waits for its tmux server to be found: while all targets have one, and while one has none. */
const REACH_MS = 2_000;
const FIND_MS = 10_000;
const POLL_MS = 25;

/** All targets: stored ones at start, and those added or removed while the daemon runs. */
export class TargetRegistry {
  private readonly deps: TargetRegistryDeps;
  private readonly entries = new Map<string, Entry>();
  private readonly leaving = new Set<string>();

  constructor(deps: TargetRegistryDeps) {
    this.deps = deps;
    const { store, settings, clock } = deps;
    if (settings.hub) for (const row of store.targets().filter((each) => each.is_default)) this.forget(row);
    else {
      // the first target is this machine; the tmux socket in the settings may have changed
      const host = rowOf({ name: DEFAULT, kind: "local", tmux_socket: settings.tmux_socket }, true, clock.now());
      store.transact(() => store.upsertTarget(host));
    }
    for (const row of store.targets()) this.enter(row);
  }

  /** Resolves when this machine was observed; does not wait for others. */
  async start(): Promise<void> {
    const started = [...this.entries.values()].map(async (entry) => {
      const look = entry.target.start();
      if (entry.target.isLocal) await look;
      else void look.then(() => this.settle(entry));
    });
    await Promise.all(started);
    for (const entry of this.entries.values()) if (entry.target.isLocal) this.settle(entry);
  }

  async stop(): Promise<void> {
    const { machines } = this.deps;
    await Promise.all(
      [...this.entries.values()].map(async ({ row, target }) => {
        await target.stop();
        await machines.leave(row, target);
      }),
    );
  }

  all(): Target[] {
    return [...this.entries.values()].map(({ target }) => target);
  }

  /** This machine; throws in a hub, which has no tmux of its own. */
  here(): Target {
    return this.find(DEFAULT);
  }

  find(name: string): Target {
    return this.entry(name).target;
  }

  /** A runtime's fold was rebuilt. */
  refolded(runtimeId: string): void {
    const target = this.deps.store.runtime(runtimeId)?.target_id;
    if (target !== undefined) this.entries.get(target)?.target.refolded(runtimeId);
  }

  list(): TargetList {
    const { items: _panes, ...around } = this.deps.fleet.list(this.deps.clock.now());
    return { ...around, items: this.all().map((target) => target.item()) };
  }

  async add(added: NewTarget): Promise<TargetItem> {
    const { store, clock } = this.deps;
    const row = rowOf(added, false, clock.now());
    const twin = [...this.entries.values()].find(({ row: known }) => isSameServer(known, row));
    if (this.leaving.has(added.name))
      throw new Fault("E_TARGET_EXISTS", `${added.name} is being removed: add it again in a moment`);
    if (this.entries.has(added.name))
      throw new Fault(
        "E_TARGET_EXISTS",
        `there is a target ${added.name} already: remove it first, or choose another name`,
      );
    if (twin !== undefined)
      throw new Fault(
        "E_TARGET_EXISTS",
        `this tmux server is a target already, under the name ${twin.row.target_name}`,
      );
    store.transact(() => store.upsertTarget(row));
    return this.begin(this.enter(row)).target.item();
  }

  connect(name: string, signal: AbortSignal = new AbortController().signal): Promise<TargetItem> {
    return this.entry(name).target.connect(signal);
  }

  async remove(name: string): Promise<void> {
    const { row, target } = this.entry(name);
    if (row.is_default)
      throw new Fault("E_INVALID_INPUT", `${name} is this machine itself: it is always a target and cannot be removed`);
    this.entries.delete(name);
    this.leaving.add(name);
    try {
      await target.stop();
      await this.deps.machines.leave(row, target);
      this.forget(row);
    } catch (error) {
      this.begin(this.enter(row));
      throw error;
    } finally {
      this.leaving.delete(name);
      this.publishHealth();
    }
  }

  doctor(name: string): Promise<DoctorReport> {
    return this.deps.doctor(this.entry(name).row);
  }

  /** Registers a pane with the local target that observes its tmux server; waits for a new server. */
  async register(registration: Registration): Promise<void> {
    const { pane_id, tmux_server_pid } = registration;
    const local = this.all().filter((target) => target.isLocal);
    for (let waited = 0; ; waited += POLL_MS) {
      const found = local.find((target) => target.observes(tmux_server_pid));
      if (found !== undefined) return found.register(registration);
      // on a busy machine it takes seconds to connect to a new server, and until then it would be called another one
      const areConnected = local.every((target) => target.screens.control() !== null);
      if (waited >= (areConnected ? REACH_MS : FIND_MS)) break;
      for (const target of local) target.wake();
      await sleep(POLL_MS);
    }
    const message = `pane ${pane_id} belongs to another tmux server than the one this daemon observes: run the daemon with --tmux-socket for it, or add it: agtmux target add NAME --kind local --tmux-socket SOCKET`;
    throw new Fault("E_NOT_IN_TMUX", message, { pane: pane_id });
  }

  explain({ identity, runtime_id }: PaneItem) {
    return this.entry(identity.target).target.explain(runtime_id ?? "");
  }

  nextDue(): number | null {
    const due = this.all().flatMap((target) => target.nextDue() ?? []);
    return due.length === 0 ? null : Math.min(...due);
  }

  private enter(row: TargetRow): Entry {
    const { machines, ...deps } = this.deps;
    const machine = machines.of(row);
    const target = new Target(row, machine, { ...deps, onHealth: () => this.publishHealth() });
    const entry = { row, target };
    this.entries.set(row.target_name, entry);
    return entry;
  }

  private forget({ target_id, target_name: name }: TargetRow): void {
    const { store, fleet, broadcast } = this.deps;
    const removed = fleet.all().filter(({ identity }) => identity.target === name);
    const change = { changed: [], removed: removed.map(({ identity }) => identity) };
    store.transact(() => {
      for (const prefix of [`session@${name}:`, `markers:${name}:`, `screen:${name}:`, `alive@${name}`])
        for (const key of store.recallAll(prefix).keys()) store.forget(key);
      const position = store.removeTarget(target_id) ?? store.lastChange();
      store.unit.onCommit(() => fleet.apply(change, position));
      store.unit.afterCommit(() => broadcast.publish(change, "at once"));
    });
  }

  private begin(entry: Entry): Entry {
    void entry.target.start().then(() => this.settle(entry));
    return entry;
  }

  private settle({ row, target }: Entry): void {
    if (this.entries.get(row.target_name)?.target === target) this.deps.machines.settle(row, target);
  }

  private publishHealth(): void {
    this.deps.fleet.setTargetErrors(this.all().flatMap((target) => target.targetError() ?? []));
    this.deps.broadcast.publishTargets();
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry !== undefined) return entry;
    const names = [...this.entries.keys()].join(", ") || "none";
    throw new Fault("E_TARGET_NOT_FOUND", `there is no target ${name}; there are ${names}`, { target: name });
  }
}

function isSameServer(a: TargetRow, b: TargetRow): boolean {
  return a.kind === b.kind && a.connection_ref === b.connection_ref && a.tmux_socket === b.tmux_socket;
}

function rowOf({ name, kind, ssh_target, tmux_socket }: NewTarget, is_default: boolean, now: number): TargetRow {
  return {
    target_id: name,
    target_name: name,
    kind,
    connection_ref: ssh_target ?? "",
    tmux_socket: tmux_socket ?? "",
    is_default,
    last_seen_at: null,
    health: "degraded",
    updated_at: now,
  };
}

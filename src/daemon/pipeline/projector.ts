import { isDeepStrictEqual } from "node:util";
import { shownDoing } from "../../core/doing/shown-doing.ts";
import { lastWorked } from "../../core/engine/fold-queries.ts";
import { EMPTY_FOLD } from "../../core/engine/runtime-fold.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import type { PaneIdentity, PaneItem, PaneSignal } from "../../core/protocol/lists/lists.ts";
import type { PaneTeammates } from "../../core/protocol/lists/pane-team.ts";
import type { PaneUsage } from "../../core/protocol/lists/usage.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import type { DoingStore } from "../runtimes/doing-store.ts";
import {
  type Absence,
  emptyPane,
  hasMoved,
  type PanePlace,
  paneItem,
  panePlace,
  paneRow,
  type SeenPane,
  type ShownAgent,
} from "../runtimes/pane-item.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { Teams } from "../runtimes/teams.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";
import type { CallSink } from "./call-sink.ts";
import type { Folds } from "./folds.ts";
import type { Resolver } from "./resolver.ts";
import type { ShownChecks } from "./shown-checks.ts";
import type { ShownQueues } from "./shown-queues.ts";

/** Turns folds and topology into the panes that people see, and stores them. */
export class Projector {
  private readonly deps: {
    store: Store;
    runtimes: RuntimeRegistry;
    folds: Folds;
    fleet: Fleet;
    resolver: Resolver;
    target: string;
    /** Health of the target. */
    health(): Health;
    /** A runtime's last squad signal. */
    signalOf(runtimeId: string, now: number): PaneSignal | null;
    doings: DoingStore;
    teams: Teams;
    /** Tokens and money of a runtime's conversation. */
    usageOf(runtime: RuntimeRow): PaneUsage | null;
    checks?: ShownChecks | undefined;
    queues?: ShownQueues | undefined;
    /** The notification outbox; absent if there is none. */
    calls?: CallSink | undefined;
  };
  private readonly revisits = new Map<string, number>();
  /** Panes as the open transaction has changed them; not visible yet. */
  private readonly shown = new Map<string, PaneItem>();
  /** Null before the target was first observed: stored panes remain. */
  private panes: ReadonlyMap<string, ObservedPane> | null = null;

  constructor(deps: Projector["deps"]) {
    this.deps = deps;
  }

  observe(topology: Topology | null): void {
    this.panes = topology?.panes ?? null;
    for (const paneId of this.revisits.keys()) if (this.panes?.has(paneId) !== true) this.revisits.delete(paneId);
  }

  /** Inside a transaction: projects these panes. Nothing visible changes before it is durable. */
  project(paneIds: Iterable<string>, now: number, unbound: ReadonlySet<string>): FleetChange {
    const { store, fleet, target } = this.deps;
    const change = { changed: [] as PaneItem[], removed: [] as PaneIdentity[] };
    const revisits = new Map<string, number | null>();
    let position = store.lastChange();
    store.unit.onRollback(() => this.shown.clear());
    for (const paneId of this.withTeams(paneIds, now)) {
      const before = this.known(paneId);
      const pane = this.panes?.get(paneId);
      const place = pane === undefined ? before : panePlace(target, pane);
      if (place === undefined) continue;
      if (pane === undefined && this.panes !== null) {
        position = this.remove(paneId, before, now) ?? position;
        change.removed.push(place.identity);
        continue;
      }
      const { seen, runtime, revisitAt } = this.paneNow(place, unbound.has(paneId), now);
      revisits.set(paneId, revisitAt);
      if (before !== undefined && this.waitsUntilReachable(before, seen)) continue;
      this.notify(before, seen, runtime);
      if (before !== undefined && isSame(before, seen)) continue;
      if (pane !== undefined && (before === undefined || hasMoved(before, place)))
        store.upsertPane(paneRow(target, pane, now));
      const item = { ...seen, state_version: (before?.state_version ?? 0) + 1 };
      const stored = store.saveState(item);
      if (stored === null) continue;
      position = stored;
      change.changed.push(item);
      this.shown.set(paneId, item);
    }
    store.unit.onCommit(() => {
      this.shown.clear();
      fleet.apply(change, position);
      this.revisit(revisits);
    });
    return change;
  }

  private remove(paneId: string, before: PaneItem | undefined, now: number): number | null {
    const { store, target, calls } = this.deps;
    const removedAt = store.removeState(target, paneId, now);
    store.removePane(target, paneId);
    calls?.handle(before, null, 0);
    return removedAt;
  }

  private paneNow(place: PanePlace, isUnbound: boolean, now: number) {
    const runtime = this.deps.runtimes.activeRuntimeOf(place.identity.pane_id);
    if (runtime === null) return { seen: emptyPane(place, this.absence(isUnbound), now), runtime, revisitAt: null };
    const agent = this.agentNow(runtime, place.cwd, now);
    return { seen: paneItem(place, agent, now), runtime, revisitAt: agent.resolution.revisit_at };
  }

  private agentNow(runtime: RuntimeRow, cwd: string, now: number): ShownAgent {
    const { target, resolver, usageOf, signalOf, doings, checks, queues, teams } = this.deps;
    const { runtime_id } = runtime;
    const resolution = resolver.resolve(runtime_id, now, true);
    const doing = shownDoing(doings.of(runtime_id), resolution.state, cwd);
    return {
      ...{ runtime, resolution, doing },
      usage: usageOf(runtime),
      signal: signalOf(runtime_id, now),
      checks: checks?.of(target, doing.directory?.path ?? cwd) ?? [],
      queue: queues?.shown(runtime_id),
      teammate: teams.teammate(runtime, now),
      teammates: this.teammatesOf(runtime),
    };
  }

  /** Also without a visible change: "seen" cancels waiting notifications. */
  private notify(before: PaneItem | undefined, seen: SeenPane, runtime: RuntimeRow | null): void {
    const fold = runtime === null ? EMPTY_FOLD : this.deps.folds.of(runtime.runtime_id);
    this.deps.calls?.handle(before, seen, fold.seenThrough, lastWorked(fold));
  }

  /** Panes whose state time alone may have changed by `now`. */
  due(now: number): string[] {
    return [...this.revisits.keys()].filter((paneId) => this.isDue(paneId, now));
  }

  isDue(paneId: string, now: number): boolean {
    return (this.revisits.get(paneId) ?? Number.POSITIVE_INFINITY) <= now;
  }

  nextDue(): number | null {
    return this.revisits.size === 0 ? null : Math.min(...this.revisits.values());
  }

  resolve(runtimeId: string, now: number): Resolution {
    return this.deps.resolver.resolve(runtimeId, now);
  }

  /** Adds teammates whose lead has changed, and puts leads last, because they show how many of their teammates work. */
  private withTeams(paneIds: Iterable<string>, now: number): Set<string> {
    const all = new Set(paneIds);
    for (const mate of this.deps.teams.living())
      if (this.leadOf(mate, now) !== this.known(mate.pane_id)?.teammate?.lead_pane) all.add(mate.pane_id);
    const leads = [...all].flatMap((paneId) => {
      const runtime = this.deps.runtimes.activeRuntimeOf(paneId);
      const lead = runtime && this.leadOf(runtime, now);
      return [lead, this.known(paneId)?.teammate?.lead_pane].filter((each) => each != null);
    });
    for (const lead of leads) all.delete(lead);
    for (const lead of leads) all.add(lead);
    return all;
  }

  private leadOf(runtime: RuntimeRow, now: number): string | null | undefined {
    return this.deps.teams.teammate(runtime, now)?.lead_pane;
  }

  private teammatesOf(lead: RuntimeRow): PaneTeammates | null {
    const panes = this.deps.teams.panesOf(lead);
    const working = panes.filter((paneId) => this.known(paneId)?.state === "running").length;
    return panes.length === 0 ? null : { working, all: panes.length };
  }

  /** The pane as it was last projected. */
  private known(paneId: string): PaneItem | undefined {
    return this.shown.get(paneId) ?? this.deps.fleet.item(this.deps.target, paneId);
  }

  /** Sets when time alone may change each of these panes; null for never. */
  private revisit(revisits: ReadonlyMap<string, number | null>): void {
    for (const [paneId, at] of revisits) {
      if (at === null) this.revisits.delete(paneId);
      else this.revisits.set(paneId, at);
    }
  }

  /**
   * That a target is down is shown once. What changes meanwhile is shown when the target is reachable again, except that
   * a call which is closed goes at once.
   */
  private waitsUntilReachable(before: PaneItem, seen: SeenPane): boolean {
    const isStillDown = this.deps.health() === "down" && before.reason_code === "target_unreachable";
    const closesCall = before.attention !== null && seen.attention === null;
    return isStillDown && !closesCall && !isSame(before, seen);
  }

  private absence(isUnbound: boolean): Absence {
    if (this.deps.health() === "down") return "target_unreachable";
    return isUnbound ? "unbound" : "no_agent";
  }
}

/** `updated_at` alone does not count as a change. */
function isSame(before: PaneItem, seen: SeenPane): boolean {
  const { state_version, updated_at } = before;
  return isDeepStrictEqual(before, { ...seen, state_version, updated_at });
}

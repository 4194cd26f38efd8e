import { isDeepStrictEqual } from "node:util";
import type { EngineConfig } from "../core/engine/engine-config.ts";
import { resolve } from "../core/engine/resolve.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneIdentity, PaneItem, PaneSignal } from "../core/protocol/lists.ts";
import type { Health } from "../core/protocol/state.ts";
import type { Fleet, FleetChange } from "./fleet.ts";
import type { Folds } from "./folds.ts";
import type { Lives } from "./lives.ts";
import type { Outbox } from "./notify/outbox.ts";
import { type Absence, hasMoved, paneItem, panePlace, paneRow } from "./pane-item.ts";
import type { Store } from "./store/store.ts";
import type { ObservedPane, Topology } from "./targets/topology.ts";

/** Turns folds and topology into the panes that people see, and keeps the store's copy of them. */
export class Projector {
  private readonly deps: {
    store: Store;
    lives: Lives;
    folds: Folds;
    fleet: Fleet;
    config: EngineConfig;
    target: string;
    /** Whether the target answers. */
    health(): Health;
    /** What a runtime last signalled. */
    signalOf(runtimeId: string, now: number): PaneSignal | null;
    /** Keeps what is to be told to people; absent where nobody is. */
    calls?: Pick<Outbox, "heed"> | undefined;
  };
  private readonly revisits = new Map<string, number>();
  /** Null before the first look: what was stored before still stands. */
  private panes: ReadonlyMap<string, ObservedPane> | null = null;

  constructor(deps: Projector["deps"]) {
    this.deps = deps;
  }

  observe(topology: Topology | null): void {
    this.panes = topology?.panes ?? null;
    for (const paneId of this.revisits.keys()) if (this.panes?.has(paneId) !== true) this.revisits.delete(paneId);
  }

  /** Inside a transaction: what became of these panes. Nothing visible changes before it is durable. */
  project(paneIds: Iterable<string>, now: number, unbound: ReadonlySet<string>): FleetChange {
    const { store, fleet, target } = this.deps;
    const changed: PaneItem[] = [];
    const removed: PaneIdentity[] = [];
    const revisits = new Map<string, number | null>();
    let position = store.lastChange();
    for (const paneId of paneIds) {
      const before = fleet.item(target, paneId);
      const pane = this.panes?.get(paneId);
      const place = pane === undefined ? before : panePlace(target, pane);
      if (place === undefined) continue;
      if (pane === undefined && this.panes !== null) {
        position = store.removeState(target, paneId, now) ?? position;
        store.removePane(target, paneId);
        this.deps.calls?.heed(before, null, 0);
        removed.push(place.identity);
        continue;
      }
      const tenant = this.deps.lives.tenantOf(paneId);
      const resolution = tenant === null ? null : this.resolve(tenant.runtime_id, now);
      revisits.set(paneId, resolution?.revisit_at ?? null);
      const signal = tenant === null ? null : this.deps.signalOf(tenant.runtime_id, now);
      const seen = paneItem(place, tenant, resolution, signal, this.absence(unbound.has(paneId)), now);
      const isUnchanged = before !== undefined && isSame(before, seen);
      if (before !== undefined && !isUnchanged && this.isTold(before, seen)) continue;
      // also where nothing else changes: that a person has seen it stops what is still to be told
      this.deps.calls?.heed(before, seen, tenant === null ? 0 : this.deps.folds.of(tenant.runtime_id).seenThrough);
      if (isUnchanged) continue;
      const item = { ...seen, state_version: (before?.state_version ?? 0) + 1 };
      if (pane !== undefined && (before === undefined || hasMoved(before, place)))
        store.upsertPane(paneRow(target, pane, now));
      const number = store.saveState(item);
      if (number === null) continue;
      position = number;
      changed.push(item);
    }
    const change = { changed, removed };
    store.unit.onCommit(() => {
      fleet.apply(change, position);
      this.revisit(revisits);
    });
    return change;
  }

  /** Panes whose state time alone may have changed by `now`. */
  due(now: number): string[] {
    return [...this.revisits].filter(([, at]) => at <= now).map(([paneId]) => paneId);
  }

  nextDue(): number | null {
    return this.revisits.size === 0 ? null : Math.min(...this.revisits.values());
  }

  resolve(runtimeId: string, now: number): Resolution {
    return resolve(this.deps.folds.of(runtimeId), now, this.deps.health(), this.deps.config);
  }

  /** When time alone may change each of these panes; null for never. */
  private revisit(revisits: ReadonlyMap<string, number | null>): void {
    for (const [paneId, at] of revisits) {
      if (at === null) this.revisits.delete(paneId);
      else this.revisits.set(paneId, at);
    }
  }

  /** That its machine does not answer is told once; what comes from there nevertheless is told when it answers again. */
  private isTold(before: PaneItem, seen: Omit<PaneItem, "state_version">): boolean {
    const isStill = this.deps.health() === "down" && before.reason_code === "target_unreachable";
    return isStill && (before.attention === null || seen.attention !== null);
  }

  private absence(unbound: boolean): Absence {
    if (this.deps.health() === "down") return "target_unreachable";
    return unbound ? "unbound" : "no_agent";
  }
}

/** Looking again is no change. */
function isSame(before: PaneItem, seen: Omit<PaneItem, "state_version">): boolean {
  const { state_version, updated_at } = before;
  return isDeepStrictEqual(before, { ...seen, state_version, updated_at });
}

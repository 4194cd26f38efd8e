import { randomUUID } from "node:crypto";
import { staleness, type Unchanged } from "../../core/actions/guards.ts";
import type { ActionSnapshot } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";

export interface SnapshotsDeps {
  store: Pick<Store, "transact" | "saveSnapshot" | "snapshot">;
  fleet: Pick<Fleet, "item">;
  clock: Clock;
  ttlMs: number;
}

/** Action snapshots: the state of a pane when a person decided to act. */
export class Snapshots {
  private readonly deps: SnapshotsDeps;

  constructor(deps: SnapshotsDeps) {
    this.deps = deps;
  }

  take({ identity, runtime_id, state, nudge_seq, state_version }: PaneItem): ActionSnapshot {
    const { store, clock, ttlMs } = this.deps;
    const observed_at = clock.now();
    const snapshot: ActionSnapshot = {
      snapshot_id: randomUUID(),
      target: identity.target,
      pane_id: identity.pane_id,
      runtime_id,
      state,
      nudge_seq,
      state_version,
      observed_at,
      expires_at: observed_at + ttlMs,
      nonce: randomUUID(),
    };
    store.transact(() => store.saveSnapshot(snapshot));
    return snapshot;
  }

  /** The pane of an earlier snapshot, if unchanged. With `force`, a new snapshot of whatever is in that pane now. */
  redeem(
    { snapshot_id, nonce }: Pick<ActionSnapshot, "snapshot_id" | "nonce">,
    force: boolean,
    unchanged: Unchanged = "state",
  ): { snapshot: ActionSnapshot; item: PaneItem } {
    const { store, fleet, clock } = this.deps;
    const snapshot = store.snapshot(snapshot_id);
    if (snapshot === null || snapshot.nonce !== nonce)
      throw stale("there is no such snapshot, or it was forgotten: look again, then act");
    const item = fleet.item(snapshot.target, snapshot.pane_id);
    const refusal = staleness(snapshot, item, clock.now(), unchanged);
    if (item === undefined) throw stale(`pane ${snapshot.pane_id} is gone`);
    if (refusal === null) return { snapshot, item };
    if (!force) throw new Fault(refusal.code, refusal.message, { guard: refusal.guard, snapshot_id });
    return { snapshot: this.take(item), item };
  }
}

function stale(message: string): Fault {
  return new Fault("E_STALE_SNAPSHOT", message, { guard: "snapshot" });
}

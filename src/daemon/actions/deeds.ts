import { unmetGuard } from "../../core/actions/guards.ts";
import { describePane } from "../../core/actions/match-ref.ts";
import type { ActionSnapshot, AuditEntry, Guards } from "../../core/protocol/actions.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Clock } from "../clock.ts";
import type { Fleet } from "../fleet.ts";
import type { Log } from "../log.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActionTarget } from "./action-target.ts";
import type { Asked, AuditBook, Witnessed } from "./audit-book.ts";
import { PaneHold, unreachable } from "./pane-hold.ts";
import { findPane } from "./refs.ts";
import type { Snapshots } from "./snapshots.ts";

/** What is acted on. */
export interface Subject {
  ref?: string | undefined;
  snapshot?: Pick<ActionSnapshot, "snapshot_id" | "nonce"> | undefined;
  guards?: Guards | undefined;
}

/** One action whose guards held so far. */
export interface Deed extends Witnessed {
  item: PaneItem;
  snapshot: ActionSnapshot;
  hold: PaneHold;
  /** The pane is not needed any more: the next one's turn, while this one only waits. */
  leave(): void;
}

export interface DeedsDeps {
  fleet: Fleet;
  clock: Clock;
  log: Log;
  snapshots: Snapshots;
  audit: AuditBook;
  targetOf(name: string): ActionTarget;
}

/** The way of every action: ref, snapshot, guards, the deed, and the record of it, whatever came of it. */
export class Deeds {
  private readonly deps: DeedsDeps;
  /** By pane: one deed after the other, or their keys would mix. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(deps: DeedsDeps) {
    this.deps = deps;
  }

  async perform<Result>(asked: Omit<Asked, "ref" | "guards">, subject: Subject, work: (deed: Deed) => Promise<Result>) {
    const { audit, log } = this.deps;
    const guards = subject.guards ?? {};
    try {
      return await audit.witness({ ...asked, ref: subject.ref ?? null, guards }, async ({ entry, touch, untouch }) => {
        const { item, snapshot } = this.meant(entry, subject);
        const result = await this.inTurn(item, async (leave) => {
          const hold = await this.guarded(item, snapshot, guards);
          audit.save(entry);
          return work({ entry, item, snapshot, hold, touch, untouch, leave });
        });
        return { ...reportOf(entry, item, snapshot), ...result };
      });
    } catch (error) {
      const { code, message } = asFault(error);
      if (code === "E_INTERNAL") log.error({ action: asked.action, err: message }, "action failed");
      throw error;
    }
  }

  private meant(entry: AuditEntry, { ref, snapshot: shown, guards }: Subject) {
    const { fleet, snapshots } = this.deps;
    const { item, snapshot } =
      shown === undefined
        ? this.shot(findPane(ref ?? "", fleet.all()))
        : snapshots.redeem(shown, guards?.force_stale === true);
    entry.ref = item.ref;
    entry.target = item.identity.target;
    entry.pane_id = item.identity.pane_id;
    entry.runtime_id = item.runtime_id;
    entry.agent = item.agent;
    entry.snapshot = snapshot;
    return { item, snapshot };
  }

  private shot(item: PaneItem) {
    return { item, snapshot: this.deps.snapshots.take(item) };
  }

  /** All guards but the last, which goes with the deed itself. */
  private async guarded(item: PaneItem, snapshot: ActionSnapshot, guards: Guards): Promise<PaneHold> {
    const { clock, fleet, targetOf, snapshots } = this.deps;
    const target = targetOf(item.identity.target);
    if (target.health() === "down" || target.control() === null) throw unreachable(target);
    // it may have waited for its turn
    const now = guards.force_stale
      ? (fleet.item(item.identity.target, item.identity.pane_id) ?? item)
      : snapshots.redeem(snapshot, false).item;
    const unmet = unmetGuard(guards, now, clock.now());
    if (unmet !== null) throw new Fault(unmet.code, unmet.message, { guard: unmet.guard });
    const runtime: RuntimeRow | null = now.runtime_id === null ? null : target.runtime(now.runtime_id);
    return PaneHold.take(target, now.identity.pane_id, runtime, clock);
  }

  private async inTurn<T>({ identity }: PaneItem, work: (leave: () => void) => Promise<T>): Promise<T> {
    const key = `${identity.target}/${identity.pane_id}`;
    const before = this.turns.get(key);
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.turns.set(key, left);
    await before;
    try {
      return await work(leave);
    } finally {
      leave();
      if (this.turns.get(key) === left) this.turns.delete(key);
    }
  }
}

function reportOf({ correlation_id }: AuditEntry, item: PaneItem, snapshot: ActionSnapshot) {
  return { schema_version: 1 as const, correlation_id, snapshot, ref: item.ref, what: describePane(item) };
}

import { type Unchanged, unmetGuard } from "../../core/actions/guards.ts";
import { describePane, type Fits } from "../../core/actions/match-ref.ts";
import type { ActionSnapshot, AuditEntry, Guards } from "../../core/protocol/actions/actions.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Fleet } from "../publish/fleet.ts";
import { findPane } from "../publish/refs.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActionTarget } from "./action-target.ts";
import type { Asked, AuditLog, RecordedAction } from "./audit-log.ts";
import { GuardedPane, unreachable } from "./guarded-pane.ts";
import type { Snapshots } from "./snapshots.ts";

/** The pane to act on. */
export interface Subject {
  ref?: string | undefined;
  snapshot?: Pick<ActionSnapshot, "snapshot_id" | "nonce"> | undefined;
  guards?: Guards | undefined;
  /** Which one is meant if the ref names several agents. */
  fits?: Fits;
  /** If nobody was shown a snapshot: this must be the same when the action's turn comes. The state by default. */
  unchanged?: Unchanged;
}

/** An action in progress whose guards held so far. */
export interface ActionContext extends RecordedAction {
  item: PaneItem;
  snapshot: ActionSnapshot;
  guardedPane: GuardedPane;
  /** Releases the pane for the next action while this one only waits. */
  leave(): void;
}

export interface ActionRunnerDeps {
  fleet: Fleet;
  clock: Clock;
  log: Log;
  snapshots: Snapshots;
  audit: AuditLog;
  targetOf(name: string): ActionTarget;
}

/** Runs an action: resolve the ref, snapshot, check guards, perform, audit whatever the outcome. */
export class ActionRunner {
  private readonly deps: ActionRunnerDeps;
  /** Queue per pane: concurrent actions would mix their keys. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(deps: ActionRunnerDeps) {
    this.deps = deps;
  }

  async perform<Result>(
    asked: Omit<Asked, "ref" | "guards">,
    subject: Subject,
    work: (context: ActionContext) => Promise<Result>,
  ) {
    const { audit, log } = this.deps;
    const guards = subject.guards ?? {};
    try {
      return await audit.record({ ...asked, ref: subject.ref ?? null, guards }, async ({ entry, touch, untouch }) => {
        const { item, snapshot } = this.resolveSubject(entry, subject);
        const result = await this.inTurn(item, async (leave) => {
          const guardedPane = await this.guarded(item, snapshot, subject);
          audit.save(entry);
          return work({ entry, item, snapshot, guardedPane, touch, untouch, leave });
        });
        return { ...reportOf(entry, item, snapshot), ...result };
      });
    } catch (error) {
      const { code, message } = asFault(error);
      if (code === "E_INTERNAL") log.error({ action: asked.action, err: message }, "action failed");
      throw error;
    }
  }

  /** Whether an action is under way in that pane, or waits for its turn there. */
  isActingOn(target: string, paneId: string): boolean {
    return this.turns.has(placeKey(target, paneId));
  }

  private resolveSubject(entry: AuditEntry, { ref, snapshot: shown, guards, fits }: Subject) {
    const { fleet, snapshots } = this.deps;
    const { item, snapshot } =
      shown === undefined
        ? this.snapshotOf(findPane(ref ?? "", fleet.all(), fits))
        : snapshots.redeem(shown, guards?.force_stale === true);
    entry.ref = item.ref;
    entry.target = item.identity.target;
    entry.pane_id = item.identity.pane_id;
    entry.runtime_id = item.runtime_id;
    entry.agent = item.agent;
    entry.snapshot = snapshot;
    return { item, snapshot };
  }

  private snapshotOf(item: PaneItem) {
    return { item, snapshot: this.deps.snapshots.take(item) };
  }

  /** Checks all guards but the last, which is part of the tmux command itself. */
  private async guarded(item: PaneItem, snapshot: ActionSnapshot, subject: Subject): Promise<GuardedPane> {
    const guards = subject.guards ?? {};
    const unchanged = subject.snapshot === undefined ? subject.unchanged : "state";
    const { clock, fleet, snapshots } = this.deps;
    const target = this.reachableTarget(item);
    // read again: it may have waited in the queue
    const now = guards.force_stale
      ? (fleet.item(item.identity.target, item.identity.pane_id) ?? item)
      : snapshots.redeem(snapshot, false, unchanged).item;
    const unmet = unmetGuard(guards, now, clock.now());
    if (unmet !== null) throw new Fault(unmet.code, unmet.message, { guard: unmet.guard });
    const runtime: RuntimeRow | null = now.runtime_id === null ? null : target.runtime(now.runtime_id);
    return GuardedPane.take(target, now.identity.pane_id, runtime, clock);
  }

  /** Throws if the machine of the pane cannot be reached. */
  reachableTarget({ identity }: PaneItem): ActionTarget {
    const target = this.deps.targetOf(identity.target);
    if (target.health() === "down" || target.control() === null) throw unreachable(target);
    return target;
  }

  private async inTurn<T>({ identity }: PaneItem, work: (leave: () => void) => Promise<T>): Promise<T> {
    const key = placeKey(identity.target, identity.pane_id);
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

function placeKey(target: string, paneId: string): string {
  return `${target}/${paneId}`;
}

function reportOf({ correlation_id }: AuditEntry, item: PaneItem, snapshot: ActionSnapshot) {
  return { schema_version: 1 as const, correlation_id, snapshot, ref: item.ref, what: describePane(item) };
}

import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { Log } from "../base/log.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";
import type { Store } from "../store/store.ts";
import type { EventBinder } from "./event-binder.ts";
import type { FoldStage } from "./fold-stage.ts";
import type { MetadataLearner } from "./metadata-learner.ts";
import type { PendingEvents } from "./pending-events.ts";

export interface PendingBinderDeps {
  pending: PendingEvents;
  binder: EventBinder;
  stage: FoldStage;
  learner: MetadataLearner;
  signals: SquadSignals;
  store: Store;
  log: Log;
  bindTtlMs: number;
}

/** Binds events that wait for their runtime, and drops those that have waited too long. */
export class PendingBinder {
  private readonly deps: PendingBinderDeps;

  constructor(deps: PendingBinderDeps) {
    this.deps = deps;
  }

  /** Inside a transaction. `touched` collects the panes to project. */
  bind(now: number, touched: Set<string>): void {
    const { pending, binder, stage, learner, store, bindTtlMs } = this.deps;
    for (const { event: waiting, metadata } of pending.inOrder()) {
      const event = binder.bind(waiting, metadata);
      if (event.runtime_id !== null) {
        store.settlePending(event.event_id, { runtime_id: event.runtime_id });
        learner.learn(event, metadata);
        this.remove(event, touched);
        stage.fold(event, touched);
      } else if (now - event.ingested_at >= bindTtlMs) this.drop(event, touched);
    }
  }

  private drop(event: EventEnvelope, touched: Set<string>): void {
    const { signals, store, log } = this.deps;
    const { event_id, source, event_type: type, pane_id: pane, evidence } = event;
    store.settlePending(event_id, "dropped_unbound");
    signals.handle(event);
    this.remove(event, touched);
    // most programs run by the wrapper are no agents
    if (source === "wrapper" && evidence.kind === "ended") return;
    log.warn({ event_id, source, type, pane }, "event belongs to no runtime: dropped");
  }

  /** Touches the pane that the event names, even if it was bound elsewhere: the event is not pending there any more. */
  private remove(event: EventEnvelope, touched: Set<string>): void {
    this.deps.pending.remove(event.event_id);
    if (event.pane_id !== null) touched.add(event.pane_id);
  }
}

import { NEAR_MISS } from "../../core/adapter/last-message.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import { lastHeard, lastLook } from "../../core/engine/fold-queries.ts";
import { type EventEnvelope, type Level, type Source, stampOf } from "../../core/protocol/events/event.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Broadcast, Urgency } from "../publish/broadcast.ts";
import { type FleetChange, mergeChanges } from "../publish/fleet.ts";
import { processLook } from "../runtimes/process-look.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { Topology } from "../targets/tmux/topology.ts";
import { sessionKeyOf } from "../usage/session-key.ts";
import { ActiveLevels, type LevelEvent } from "./active-levels.ts";
import { EventBinder } from "./event-binder.ts";
import { FoldStage } from "./fold-stage.ts";
import type { Folds } from "./folds.ts";
import { isJustDeclared } from "./is-just-declared.ts";
import { endedLevelEvent, endedWork, levelEvent } from "./level-event.ts";
import { MetadataLearner, type MetadataLearnerDeps } from "./metadata-learner.ts";
import { PendingBinder } from "./pending-binder.ts";
import { PendingEvents } from "./pending-events.ts";
import { type AdapterSource, beginArrived, endDeparted } from "./process-changes.ts";
import type { Projector } from "./projector.ts";
import { isUnbindable, seal } from "./seal.ts";
import { WrapperRuns } from "./wrapper-runs.ts";

export interface PipelineDeps extends MetadataLearnerDeps, AdapterSource {
  folds: Folds;
  projector: Projector;
  broadcast: Broadcast;
  clock: Clock;
  log: Log;
  /** Whether that agent type's adapter is enabled. */
  isEnabled?(agent: string): boolean;
  /** An agent printed a line in that pane that was probably meant as a signal. */
  onNearMiss?(paneId: string, line: string, why: string): void;
  bindTtlMs: number;
  target: string;
}

/** A key-value fact that a source stores in the same transaction as its signals. */
export type KeyValueWrite = readonly [key: string, value: string | null];

/** Shows panes before the transaction ends, in their current state. */
type Show = (paneIds: Iterable<string>) => void;

/**
 * The stages in order: seal → bind → log → fold → project → publish. All but the last run in one transaction, so nothing
 * is visible before it is durable. An event that is in the log already has no effect.
 */
export class Pipeline {
  private readonly deps: PipelineDeps;
  private readonly pending: PendingEvents;
  private readonly activeLevels: ActiveLevels;
  private readonly runs: WrapperRuns;
  private readonly binder: EventBinder;
  private readonly stage: FoldStage;
  private readonly learner: MetadataLearner;
  private readonly pendingBinder: PendingBinder;

  constructor(deps: PipelineDeps) {
    this.deps = deps;
    const { store, runtimes, folds } = deps;
    const stored = store.pendingEvents().filter(({ event }) => event.target === deps.target);
    this.pending = new PendingEvents(store.unit, stored);
    this.activeLevels = new ActiveLevels(store.unit);
    this.runs = new WrapperRuns(runtimes, folds, store.unit);
    this.binder = new EventBinder({ runtimes, folds, runs: this.runs });
    this.stage = new FoldStage({ ...deps, runs: this.runs });
    this.learner = new MetadataLearner(deps);
    const { pending, binder, stage, learner } = this;
    this.pendingBinder = new PendingBinder({ ...deps, pending, binder, stage, learner });
  }

  /** Returns when the signals are durable; throws, having changed nothing, if they cannot be stored. */
  ingest(signals: readonly SignalFacts[], writes: readonly KeyValueWrite[] = []): void {
    const now = this.deps.clock.now();
    this.commit("at once", now, (show) => {
      const touched = new Set<string>();
      for (const signal of signals) this.take(signal, now, touched, show);
      for (const [key, value] of writes)
        value === null ? this.deps.store.forget(key) : this.deps.store.remember(key, value);
      return touched;
    });
  }

  private take(signal: SignalFacts, now: number, touched: Set<string>, show: Show): void {
    const { metadata } = signal;
    const event = this.binder.bind(seal(signal, now), metadata);
    if (this.learner.tookWork(event, metadata, touched)) return;
    const status = event.runtime_id !== null ? "bound" : isUnbindable(event) ? "dropped_unbound" : "pending_bind";
    if (this.deps.store.appendEvent(event, status, metadata) === "duplicate") return;
    if (status === "bound") this.foldBound(event, now, touched, show);
    else if (status === "dropped_unbound") this.deps.signals.handle(event);
    else {
      this.pending.add({ event, metadata });
      if (event.pane_id !== null) touched.add(event.pane_id);
    }
    this.learner.learn(event, metadata);
  }

  private foldBound(event: EventEnvelope, now: number, touched: Set<string>, show: Show): void {
    const paneId = this.deps.runtimes.runtime(event.runtime_id ?? "")?.pane_id ?? "";
    // followers see each declaration as a change of its own, also if one chunk of output had several
    if (isJustDeclared(event, now) && touched.has(paneId)) show([paneId]);
    this.stage.fold(event, touched);
    this.reportNearMiss(paneId, event);
  }

  /** Takes a look at a runtime's level. An unchanged level is not logged again, only marked as seen. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }, lateMs = 0): void {
    const { folds, store, clock } = this.deps;
    const runtime = this.livingRuntime(runtimeId);
    if (runtime === null) return;
    const now = clock.now();
    const event = this.withWork(levelEvent(runtimeId, facts, lastLook(folds.of(runtimeId), facts.source), now));
    const isActive = this.activeLevels.has(event);
    // a level whose watcher misses nothing counts as seen anyway
    if (isActive && lateMs === 0 && !this.activeLevels.isLate(event)) return;
    this.commit(isActive ? "batched" : "at once", now, () => {
      const touched = new Set([runtime.pane_id]);
      this.activeLevels.put(event, lateMs);
      if (isActive) {
        this.lookAgain(runtime.pane_id, now);
        return touched;
      }
      const isKnown = store.appendEvent(event, "bound") === "duplicate";
      // a level that was withdrawn meanwhile is stored again, so that it survives a restart
      if (isKnown && lastLook(folds.of(runtimeId), facts.source) !== null) folds.refresh(runtimeId, event);
      else folds.apply(runtimeId, event);
      this.learner.learn(event, facts.metadata);
      this.pendingBinder.bind(now, touched);
      return touched;
    });
  }

  /** The level is no longer watched: it ages from now on. */
  unwatchLevel(runtimeId: string, source: string): void {
    const last = this.activeLevels.seenAt(runtimeId, this.deps.clock.now()).find((event) => event.source === source);
    if (last !== undefined) this.deps.folds.refresh(runtimeId, last);
    this.activeLevels.drop(runtimeId, source);
  }

  /** The source is still watched, and shows nothing any more: its level ends at once instead of growing old. */
  endLevel(runtimeId: string, source: Source): void {
    this.unwatchLevel(runtimeId, source);
    const { folds, store, clock } = this.deps;
    const runtime = this.livingRuntime(runtimeId);
    const last = lastLook(folds.of(runtimeId), source);
    if (runtime === null || last === null || last.level.withdrawn) return;
    const now = clock.now();
    const event = endedLevelEvent(runtime, last, this.deps.target, now);
    this.commit("at once", now, () => {
      if (store.appendEvent(event, "bound") === "new") folds.apply(runtimeId, event);
      return new Set([runtime.pane_id]);
    });
  }

  /** Withdraws a guess at once: unlike a level that is merely no longer watched, it does not age first. */
  withdraw(runtimeId: string, source: Source): void {
    const { folds, clock } = this.deps;
    const runtime = this.livingRuntime(runtimeId);
    if (runtime === null || lastLook(folds.of(runtimeId), source) === null) {
      this.activeLevels.drop(runtimeId, source);
      return;
    }
    this.commit("at once", clock.now(), () => {
      this.activeLevels.drop(runtimeId, source);
      folds.forgetLooks(runtimeId, source);
      return new Set([runtime.pane_id]);
    });
  }

  /** No level has been watched since the machine became unreachable. */
  unwatchLevels(): void {
    this.activeLevels.clear();
  }

  /** Handles changed panes and processes: ends departed runtimes, binds pending events, shows the difference. */
  observe(topology: Topology | null, changed: Iterable<string>): void {
    const { runtimes, projector, folds, metadataStore, doings, ledger, clock } = this.deps;
    runtimes.observe(topology);
    projector.observe(topology);
    const now = clock.now();
    const departed = runtimes.departed();
    const arrived = runtimes.arrived();
    const { stage, runs } = this;
    this.commit("batched", now, () => {
      const touched = new Set(changed);
      endDeparted(departed, arrived, now, { ...this.deps, stage, runs, activeLevels: this.activeLevels }, touched);
      beginArrived(arrived, now, { ...this.deps, stage, learner: this.learner }, touched);
      if (topology !== null) stage.appendAll(runs.observe(topology, now), touched);
      for (const { runtime_id, pane_id, agent_type } of runtimes.living()) {
        const session_name = topology?.panes.get(pane_id)?.session_name;
        if (session_name !== undefined && agent_type !== GENERIC) metadataStore.learn(runtime_id, { session_name });
      }
      this.pendingBinder.bind(now, touched);
      return touched;
    });
    for (const runtime of departed) {
      const { runtime_id } = runtime;
      ledger.release(sessionKeyOf(runtime, metadataStore));
      folds.release(runtime_id);
      metadataStore.release(runtime_id);
      doings.release(runtime_id);
    }
    for (const runtime of runtimes.living()) {
      const seen = processLook(runtime, runtimes.isStopped(runtime), folds.of(runtime.runtime_id), now);
      if (seen !== null) this.look(runtime.runtime_id, seen);
    }
  }

  /** The target became reachable or unreachable: all its panes are projected again. */
  reviewAll(paneIds: Iterable<string>): void {
    this.commit("batched", this.deps.clock.now(), () => new Set(paneIds));
  }

  /** A fold was rebuilt from the log, which lacks the levels that hold now. */
  refolded(runtimeId: string): void {
    const runtime = this.livingRuntime(runtimeId);
    if (runtime === null) return;
    const now = this.deps.clock.now();
    this.commit("batched", now, () => {
      this.lookAgain(runtime.pane_id, now);
      return new Set([runtime.pane_id]);
    });
  }

  /** Creates the runtime of a registered pane, even before its first signal. */
  ensureRuntime(paneId: string, sessionId: string | null): boolean {
    const now = this.deps.clock.now();
    let known = false;
    this.commit("at once", now, () => {
      known = this.deps.runtimes.ensureGeneric(paneId, sessionId) !== null;
      return new Set(known ? [paneId] : []);
    });
    return known;
  }

  /** Applies what time alone changes: stale evidence, completed → idle, expired pending events. */
  tick(): void {
    const now = this.deps.clock.now();
    const due = this.deps.projector.due(now);
    if (due.length === 0 && this.pending.size === 0) return;
    this.commit("batched", now, () => {
      const touched = new Set(due);
      this.pendingBinder.bind(now, touched);
      return touched;
    });
  }

  private livingRuntime(runtimeId: string): RuntimeRow | null {
    const runtime = this.deps.runtimes.runtime(runtimeId);
    return runtime?.ended_at === null ? runtime : null;
  }

  private commit(urgency: Urgency, now: number, work: (show: Show) => Set<string>): void {
    const { store, folds, projector, broadcast } = this.deps;
    store.transact(() => {
      const changes: FleetChange[] = [];
      const show: Show = (paneIds) => void changes.push(projector.project(paneIds, now, this.pending.panes()));
      const touched = work(show);
      // if time alone would have changed a pane, apply its active levels first
      for (const paneId of touched) if (projector.isDue(paneId, now)) this.lookAgain(paneId, now);
      folds.write();
      show(touched);
      store.unit.afterCommit(() => broadcast.publish(mergeChanges(changes), urgency));
    });
  }

  /** A look that ends work tells since when it was shown: no look may have come in between, and the log needs it. */
  private withWork(event: LevelEvent): LevelEvent {
    const { evidence, runtime_id, source } = event;
    if (evidence.phase === "busy") return event;
    const held = this.activeLevels.seenAt(runtime_id, stampOf(event)).find((each) => each.source === source);
    if (held === undefined) return event;
    const [level, at] = [held.evidence, stampOf(held)];
    const told = endedWork({ source, level, at, changedAt: level.changed_at ?? at });
    return { ...event, evidence: { ...evidence, ...told } };
  }

  /** Refreshes a pane's active levels. A level that overrules evidence does so for good, so that is stored. */
  private lookAgain(paneId: string, now: number): void {
    const { runtimes, folds } = this.deps;
    const runtimeId = runtimes.activeRuntimeOf(paneId)?.runtime_id;
    if (runtimeId === undefined) return;
    for (const event of this.activeLevels.seenAt(runtimeId, now)) {
      const fold = folds.of(runtimeId);
      if ((lastLook(fold, event.source)?.at ?? 0) < lastHeard(fold)) folds.apply(runtimeId, event);
      else folds.refresh(runtimeId, event);
    }
  }

  private reportNearMiss(paneId: string, { event_type, evidence, message }: EventEnvelope): void {
    if (event_type !== NEAR_MISS || evidence.kind !== "note") return;
    this.deps.store.unit.afterCommit(() => this.deps.onNearMiss?.(paneId, message, evidence.reason));
  }
}

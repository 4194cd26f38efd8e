import { envelope, type SignalFacts } from "../core/engine/envelope.ts";
import type { EventEnvelope } from "../core/protocol/event.ts";
import { redact } from "../core/redact/redact.ts";
import { redactText } from "../core/redact/redact-text.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import type { Folds } from "./folds.ts";
import type { Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import type { Projector } from "./projector.ts";
import type { Store } from "./store/store.ts";
import type { Topology } from "./targets/topology.ts";

export interface PipelineDeps {
  store: Store;
  lives: Lives;
  folds: Folds;
  projector: Projector;
  broadcast: Broadcast;
  clock: Clock;
  log: Log;
  bindTtlMs: number;
  target: string;
}

/** A fact that a source must remember in the same transaction as its signals. */
export type Memory = readonly [key: string, value: string | null];

/**
 * The stages, in order: seal → bind → log → fold → project → tell. All but the last are one transaction:
 * durable before visible, and an event that is already in the log passes without a trace.
 */
export class Pipeline {
  private readonly deps: PipelineDeps;
  private readonly pending = new Map<string, EventEnvelope>();

  constructor(deps: PipelineDeps) {
    this.deps = deps;
    for (const event of deps.store.pendingEvents()) this.pending.set(event.event_id, event);
  }

  /** Returns when the signals are durable; throws, having changed nothing, when they cannot be. */
  ingest(signals: readonly SignalFacts[], memories: readonly Memory[] = []): void {
    const now = this.deps.clock.now();
    this.commit(true, now, () => {
      const touched = new Set<string>();
      for (const signal of signals) {
        const event = this.bindOrGreet(seal(signal, now), now);
        const bound = event.runtime_id !== null;
        if (this.deps.store.appendEvent(event, bound ? "bound" : "pending_bind") === "duplicate") continue;
        if (bound) this.fold(event, touched);
        else this.pending.set(event.event_id, event);
      }
      for (const [key, value] of memories)
        value === null ? this.deps.store.forget(key) : this.deps.store.remember(key, value);
      return touched;
    });
  }

  /** Panes came, went or moved: ends the dead, binds the waiting, shows the difference. */
  observe(topology: Topology | null, changed: Iterable<string>): void {
    const { lives, projector, folds, clock } = this.deps;
    lives.observe(topology);
    projector.observe(topology);
    const now = clock.now();
    const departed = lives.departed();
    this.commit(false, now, () => {
      const touched = new Set(changed);
      for (const runtime of departed) {
        this.appendEnd(runtime.runtime_id, runtime.pane_id, now, touched);
        lives.end(runtime.runtime_id, now);
      }
      this.bindPending(now, touched);
      return touched;
    });
    for (const runtime of departed) folds.release(runtime.runtime_id);
  }

  /** A pane was registered: it has a runtime from now on, even before it says anything. */
  greet(paneId: string, sessionId: string | null): boolean {
    const now = this.deps.clock.now();
    let known = false;
    this.commit(true, now, () => {
      known = this.deps.lives.ensureGeneric(paneId, sessionId, now) !== null;
      return new Set(known ? [paneId] : []);
    });
    return known;
  }

  /** What time alone changes: stale evidence, completed → idle, events that waited too long. */
  tick(): void {
    const now = this.deps.clock.now();
    const due = this.deps.projector.due(now);
    if (due.length === 0 && this.pending.size === 0) return;
    this.commit(false, now, () => {
      const touched = new Set(due);
      this.bindPending(now, touched);
      return touched;
    });
  }

  private commit(direct: boolean, now: number, work: () => Set<string>): void {
    const { store, folds, lives, projector, broadcast } = this.deps;
    const waiting = new Map(this.pending);
    try {
      const projection = store.transact(() => {
        const touched = work();
        folds.write();
        return projector.project(touched, now);
      });
      folds.commit();
      projector.settle(projection);
      broadcast.tell(projection, direct);
    } catch (error) {
      folds.discard();
      lives.reload(now);
      this.pending.clear();
      for (const [id, event] of waiting) this.pending.set(id, event);
      throw error;
    }
  }

  private bindOrGreet(event: EventEnvelope, now: number): EventEnvelope {
    const { lives } = this.deps;
    const binding = lives.bind(event);
    if (binding.status === "bound") return { ...event, runtime_id: binding.runtime_id };
    // whoever speaks a dialect is somebody, even if no adapter knows the program
    if (event.evidence.kind !== "declaration" || event.pane_id === null || !lives.couldHaveSaid(event, now))
      return event;
    if (lives.ensureGeneric(event.pane_id, null, now) === null) return event;
    const again = lives.bind(event);
    return again.status === "bound" ? { ...event, runtime_id: again.runtime_id } : event;
  }

  private bindPending(now: number, touched: Set<string>): void {
    const { store, log, bindTtlMs } = this.deps;
    for (const waiting of [...this.pending.values()]) {
      const event = this.bindOrGreet(waiting, now);
      if (event.runtime_id !== null) {
        store.settlePending(event.event_id, { runtime_id: event.runtime_id });
        this.pending.delete(event.event_id);
        this.fold(event, touched);
      } else if (now - event.ingested_at >= bindTtlMs) {
        store.settlePending(event.event_id, "dropped_unbound");
        this.pending.delete(event.event_id);
        log.warn(
          { event_id: event.event_id, source: event.source, type: event.event_type, pane: event.pane_id },
          "event belongs to no runtime: dropped",
        );
      }
    }
  }

  private appendEnd(runtimeId: string, paneId: string, now: number, touched: Set<string>): void {
    const { target } = this.deps;
    const evidence = { kind: "ended", exit_code: null, signal: null } as const;
    const facts: SignalFacts = {
      target,
      pane_id: paneId,
      source: "process",
      event_type: "process.ended",
      dedupe_key: `ended:${runtimeId}`,
      event_time: now,
      message: "",
      evidence,
    };
    const event = { ...envelope(facts, now), runtime_id: runtimeId };
    if (this.deps.store.appendEvent(event, "bound") === "new") this.fold(event, touched);
  }

  private fold(event: EventEnvelope, touched: Set<string>): void {
    if (event.runtime_id === null) return;
    this.deps.folds.apply(event.runtime_id, event);
    const paneId = this.deps.lives.runtime(event.runtime_id)?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
  }
}

/** Stamped once, and cleaned of secrets before anything is written anywhere. */
function seal(signal: SignalFacts, now: number): EventEnvelope {
  const event = envelope({ ...signal, message: redactText(signal.message) }, now);
  return event.payload === undefined ? event : { ...event, payload: redact(event.payload) };
}

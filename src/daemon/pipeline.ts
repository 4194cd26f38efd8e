import { GENERIC } from "../core/engine/bind.ts";
import { envelope, type SignalFacts } from "../core/engine/envelope.ts";
import { type EventEnvelope, type Evidence, stampOf } from "../core/protocol/event.ts";
import { redact } from "../core/redact/redact.ts";
import { redactText } from "../core/redact/redact-text.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import type { Folds } from "./folds.ts";
import type { Arrival, Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import type { Projector } from "./projector.ts";
import { START_SLACK_MS } from "./speakers.ts";
import type { RuntimeRow, Store } from "./store/store.ts";
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

/** So many events are looked at again when an agent is found late. */
const HANDED_OVER = 1_000;

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
    for (const event of deps.store.pendingEvents())
      if (event.target === deps.target) this.pending.set(event.event_id, event);
  }

  /** Returns when the signals are durable; throws, having changed nothing, when they cannot be. */
  ingest(signals: readonly SignalFacts[], memories: readonly Memory[] = []): void {
    const now = this.deps.clock.now();
    this.commit(true, now, () => {
      const touched = new Set<string>();
      for (const signal of signals) {
        const event = this.bindOrGreet(seal(signal, now));
        const bound = event.runtime_id !== null;
        if (this.deps.store.appendEvent(event, bound ? "bound" : "pending_bind") === "duplicate") continue;
        if (bound) this.fold(event, touched);
        else this.await(event, touched);
      }
      for (const [key, value] of memories)
        value === null ? this.deps.store.forget(key) : this.deps.store.remember(key, value);
      return touched;
    });
  }

  /** Panes came, went or moved, agents began or ended: ends the dead, binds the waiting, shows the difference. */
  observe(topology: Topology | null, changed: Iterable<string>): void {
    const { lives, projector, folds, clock } = this.deps;
    lives.observe(topology);
    projector.observe(topology);
    const now = clock.now();
    const departed = lives.departed();
    const arrived = lives.arrived();
    this.commit(false, now, () => {
      const touched = new Set(changed);
      for (const runtime of departed) {
        const at = endOf(runtime, arrived, now);
        this.append(runtime, "process.ended", { kind: "ended", exit_code: null, signal: null }, at, touched);
        lives.end(runtime.runtime_id, at);
        this.tellShell(runtime, "rest", now, touched);
      }
      for (const arrival of arrived) {
        const runtime = lives.begin(arrival, now);
        if (runtime === null) continue;
        touched.add(runtime.pane_id);
        this.tellShell(runtime, "busy", now, touched);
        this.handOver(runtime, touched);
      }
      this.bindPending(now, touched);
      return touched;
    });
    for (const runtime of departed) folds.release(runtime.runtime_id);
  }

  /** The target answers again, or no longer: how its panes stand is another question then. */
  reviewAll(paneIds: Iterable<string>): void {
    this.commit(false, this.deps.clock.now(), () => new Set(paneIds));
  }

  /** A pane was registered: it has a runtime from now on, even before it says anything. */
  greet(paneId: string, sessionId: string | null): boolean {
    const now = this.deps.clock.now();
    let known = false;
    this.commit(true, now, () => {
      known = this.deps.lives.ensureGeneric(paneId, sessionId) !== null;
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
        return projector.project(touched, now, this.unboundPanes());
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

  private bindOrGreet(event: EventEnvelope): EventEnvelope {
    const { lives } = this.deps;
    const speaksIn = event.evidence.kind === "declaration" ? event.pane_id : null;
    if (speaksIn !== null && lives.isProgram(event)) lives.ensureGeneric(speaksIn, null);
    const binding = lives.bind(event);
    if (binding.status === "bound") return { ...event, runtime_id: binding.runtime_id };
    // whoever speaks a dialect is somebody, even if no adapter knows the program
    if (speaksIn === null || !lives.couldBeProgram(event)) return event;
    if (lives.ensureGeneric(speaksIn, null) === null) return event;
    const again = lives.bind(event);
    return again.status === "bound" ? { ...event, runtime_id: again.runtime_id } : event;
  }

  /** What an agent said before it was found was taken for another's: whose it is, is asked again. */
  private handOver(runtime: RuntimeRow, touched: Set<string>): void {
    const { store, lives } = this.deps;
    for (const { runtime_id: from } of lives.besides(runtime)) {
      for (const event of store.eventsOf(from, HANDED_OVER)) {
        if (stampOf(event) < runtime.started_at) break;
        if (event.source === "process" || !lives.isSaidBy(event, runtime)) continue;
        store.moveEvent(event.event_id, from, runtime.runtime_id);
        this.fold({ ...event, runtime_id: runtime.runtime_id }, touched);
      }
    }
  }

  private await(event: EventEnvelope, touched: Set<string>): void {
    this.pending.set(event.event_id, event);
    if (event.pane_id !== null) touched.add(event.pane_id);
  }

  /** The pane it named is touched also where it was bound elsewhere: nothing waits there any more. */
  private stopWaiting(event: EventEnvelope, touched: Set<string>): void {
    this.pending.delete(event.event_id);
    if (event.pane_id !== null) touched.add(event.pane_id);
  }

  private unboundPanes(): Set<string> {
    return new Set([...this.pending.values()].flatMap((event) => event.pane_id ?? []));
  }

  private bindPending(now: number, touched: Set<string>): void {
    const { store, log, bindTtlMs } = this.deps;
    for (const waiting of [...this.pending.values()]) {
      const event = this.bindOrGreet(waiting);
      if (event.runtime_id !== null) {
        store.settlePending(event.event_id, { runtime_id: event.runtime_id });
        this.stopWaiting(event, touched);
        this.fold(event, touched);
      } else if (now - event.ingested_at >= bindTtlMs) {
        store.settlePending(event.event_id, "dropped_unbound");
        this.stopWaiting(event, touched);
        log.warn(
          { event_id: event.event_id, source: event.source, type: event.event_type, pane: event.pane_id },
          "event belongs to no runtime: dropped",
        );
      }
    }
  }

  /** Whoever starts an agent at a prompt has answered what was asked there before; when it ends, the prompt is back. */
  private tellShell(agent: RuntimeRow, phase: "busy" | "rest", now: number, touched: Set<string>): void {
    const shell = agent.agent_type === GENERIC ? null : this.deps.lives.genericIn(agent.pane_id);
    if (shell === null) return;
    if (phase === "busy")
      this.append(shell, `process.began:${agent.runtime_id}`, { kind: "edge", phase, begin: true }, now, touched);
    else this.append(shell, `process.left:${agent.runtime_id}`, { kind: "edge", phase, state: "idle" }, now, touched);
  }

  private append(runtime: RuntimeRow, what: string, evidence: Evidence, now: number, touched: Set<string>): void {
    const facts: SignalFacts = {
      target: this.deps.target,
      pane_id: runtime.pane_id,
      source: "process",
      event_type: what.split(":")[0] ?? what,
      dedupe_key: `${what}:${runtime.runtime_id}`,
      event_time: now,
      message: "",
      evidence,
    };
    const event = { ...envelope(facts, now), runtime_id: runtime.runtime_id };
    if (this.deps.store.appendEvent(event, "bound") === "new") this.fold(event, touched);
  }

  private fold(event: EventEnvelope, touched: Set<string>): void {
    if (event.runtime_id === null) return;
    this.deps.folds.apply(event.runtime_id, event);
    const paneId = this.deps.lives.runtime(event.runtime_id)?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
  }
}

/** Where another agent runs now, the former one was over when that one began, however late it was noticed. */
function endOf(runtime: RuntimeRow, arrived: readonly Arrival[], now: number): number {
  const heir = arrived.find(({ paneId }) => paneId === runtime.pane_id)?.agent.process;
  if (heir === undefined || heir.pid === runtime.pid) return now;
  return Math.min(now, Math.max(runtime.started_at, heir.startedAt - START_SLACK_MS));
}

/** Stamped once, and cleaned of secrets before anything is written anywhere. */
function seal(signal: SignalFacts, now: number): EventEnvelope {
  const event = envelope({ ...signal, message: redactText(signal.message) }, now);
  return event.payload === undefined ? event : { ...event, payload: redact(event.payload) };
}

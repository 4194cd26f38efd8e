import { GENERIC } from "../core/engine/bind.ts";
import { contentId } from "../core/engine/content-id.ts";
import { envelope, type SignalFacts } from "../core/engine/envelope.ts";
import { lastHeard, lastLook } from "../core/engine/fold.ts";
import { type EventEnvelope, type Evidence, type Level, type Source, stampOf } from "../core/protocol/event.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import type { ClueBook } from "./clues.ts";
import type { Folds } from "./folds.ts";
import type { Arrival, Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import type { Projector } from "./projector.ts";
import { Runs, type Word } from "./runs.ts";
import { isNobodys, seal } from "./seal.ts";
import { START_SLACK_MS } from "./speakers.ts";
import type { SquadBook } from "./squad-book.ts";
import { datedLevel, type LevelEvent, Standing } from "./standing.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { PendingEvent, RuntimeRow, Store } from "./store/store.ts";
import type { Topology } from "./targets/topology.ts";

export interface PipelineDeps {
  store: Store;
  lives: Lives;
  folds: Folds;
  projector: Projector;
  broadcast: Broadcast;
  clues: ClueBook;
  signals: SquadBook;
  clock: Clock;
  log: Log;
  /** Whether agents of that kind are recognised at all. */
  isEnabled?(agent: string): boolean;
  /** A runtime has said where its files are. */
  onClues?(runtimeId: string): void;
  bindTtlMs: number;
  target: string;
}

/** So many events are looked at again when an agent is found late. */
const HANDED_OVER = 1_000;

/** What an agent reports and what it shows of it are so far apart at most. */
const SAME_MOMENT_MS = 1_500;

/** A fact that a source must remember in the same transaction as its signals. */
export type Memory = readonly [key: string, value: string | null];

/**
 * The stages, in order: seal → bind → log → fold → project → tell. All but the last are one transaction:
 * durable before visible, and an event that is already in the log passes without a trace.
 */
export class Pipeline {
  private readonly deps: PipelineDeps;
  private readonly pending: StagedMap<string, PendingEvent & { place: number }>;
  private lastPlace = 0;
  private readonly standing: Standing;
  private readonly runs: Runs;

  constructor(deps: PipelineDeps) {
    this.deps = deps;
    const { unit } = deps.store;
    this.pending = new StagedMap(unit);
    this.standing = new Standing(unit);
    this.runs = new Runs(deps.lives, deps.folds, unit);
    for (const waiting of deps.store.pendingEvents()) if (waiting.event.target === deps.target) this.wait(waiting);
  }

  /** Returns when the signals are durable; throws, having changed nothing, when they cannot be. */
  ingest(signals: readonly SignalFacts[], memories: readonly Memory[] = []): void {
    const now = this.deps.clock.now();
    this.commit(true, now, () => {
      const touched = new Set<string>();
      for (const signal of signals) {
        const event = this.bindOrGreet(seal(signal, now), signal.traces);
        const status = event.runtime_id !== null ? "bound" : isNobodys(event) ? "dropped_unbound" : "pending_bind";
        if (this.deps.store.appendEvent(event, status, signal.traces) === "duplicate") continue;
        if (status === "bound") this.fold(event, touched);
        else if (status === "pending_bind") this.await({ event, metadata: signal.traces }, touched);
        else this.deps.signals.heed(event);
        this.learn(event, signal.traces);
      }
      for (const [key, value] of memories)
        value === null ? this.deps.store.forget(key) : this.deps.store.remember(key, value);
      return touched;
    });
  }

  /** What a level of that runtime shows now. What it showed before is not told again: it is only seen once more. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): void {
    const { lives, folds, store, clock } = this.deps;
    const runtime = lives.runtime(runtimeId);
    if (runtime === null || runtime.ended_at !== null) return;
    const now = clock.now();
    const seenAt = Math.min(facts.event_time + (facts.clock_offset ?? 0), now);
    const evidence = datedLevel(facts.evidence, seenAt, lastLook(folds.of(runtimeId), facts.source));
    const asked = facts.question === undefined ? "" : `:${contentId(JSON.stringify(facts.question))}`;
    const dedupe_key = `${runtimeId}:${facts.event_type}:${evidence.changed_at}${asked}`;
    const event: LevelEvent = { ...seal({ ...facts, evidence, dedupe_key }, now), evidence, runtime_id: runtimeId };
    if (this.standing.has(event)) return;
    this.commit(true, now, () => {
      const isKnown = store.appendEvent(event, "bound") === "duplicate";
      // one that was withdrawn is kept anew: after a restart it stands as before
      if (isKnown && lastLook(folds.of(runtimeId), facts.source) !== null) folds.refresh(runtimeId, event);
      else folds.apply(runtimeId, event);
      this.learn(event, facts.traces);
      const touched = new Set([runtime.pane_id]);
      this.bindPending(now, touched);
      this.standing.put(event);
      return touched;
    });
  }

  /** Nobody watches that level any more: what it showed grows old from now on. */
  lose(runtimeId: string, source: string): void {
    const last = this.standing.seenAt(runtimeId, this.deps.clock.now()).find((event) => event.source === source);
    if (last !== undefined) this.deps.folds.refresh(runtimeId, last);
    this.standing.drop(runtimeId, source);
  }

  /** What was guessed of it holds no longer, from this moment: unlike what is merely not watched any more, it does not grow old first. */
  withdraw(runtimeId: string, source: Source): void {
    const { lives, folds, clock } = this.deps;
    const runtime = lives.runtime(runtimeId);
    if (runtime === null || runtime.ended_at !== null || lastLook(folds.of(runtimeId), source) === null) {
      this.standing.drop(runtimeId, source);
      return;
    }
    this.commit(true, clock.now(), () => {
      this.standing.drop(runtimeId, source);
      folds.forgetLooks(runtimeId, source);
      return new Set([runtime.pane_id]);
    });
  }

  /** Nobody has watched any level since the machine fell silent, whenever that was. */
  loseAll(): void {
    this.standing.clear();
  }

  /** Panes came, went or moved, agents began or ended: ends the dead, binds the waiting, shows the difference. */
  observe(topology: Topology | null, changed: Iterable<string>): void {
    const { lives, projector, folds, clues, clock } = this.deps;
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
        this.standing.drop(runtime.runtime_id);
        this.tellShell(runtime, "rest", now, touched);
        this.say(this.runs.ended(runtime.runtime_id), touched);
      }
      for (const arrival of arrived) {
        const runtime = lives.begin(arrival, now);
        if (runtime === null) continue;
        touched.add(runtime.pane_id);
        this.tellShell(runtime, "busy", now, touched);
        this.handOver(runtime, touched);
      }
      if (topology !== null) this.say(this.runs.observe(topology, now), touched);
      for (const { runtime_id, pane_id, agent_type } of lives.living()) {
        const session_name = topology?.panes.get(pane_id)?.session_name;
        if (session_name !== undefined && agent_type !== GENERIC) clues.learn(runtime_id, { session_name });
      }
      this.bindPending(now, touched);
      return touched;
    });
    for (const { runtime_id } of departed) {
      folds.release(runtime_id);
      clues.release(runtime_id);
    }
  }

  /** The target answers again, or no longer: how its panes stand is another question then. */
  reviewAll(paneIds: Iterable<string>): void {
    this.commit(false, this.deps.clock.now(), () => new Set(paneIds));
  }

  /** A runtime's fold was made anew from the log, which does not tell what is seen of it now. */
  refolded(runtimeId: string): void {
    const { lives, clock } = this.deps;
    const runtime = lives.runtime(runtimeId);
    if (runtime === null || runtime.ended_at !== null) return;
    const now = clock.now();
    this.commit(false, now, () => {
      this.lookAgain(runtime.pane_id, now);
      return new Set([runtime.pane_id]);
    });
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
      for (const paneId of due) this.lookAgain(paneId, now);
      this.bindPending(now, touched);
      return touched;
    });
  }

  private commit(direct: boolean, now: number, work: () => Set<string>): void {
    const { store, folds, projector, broadcast } = this.deps;
    store.transact(() => {
      const touched = work();
      folds.write();
      const change = projector.project(touched, now, this.unboundPanes());
      store.unit.afterCommit(() => broadcast.tell(change, direct));
    });
  }

  /** A level that stands is seen as long as it stands. What it contradicts is overruled for good, so that much is stored. */
  private lookAgain(paneId: string, now: number): void {
    const { lives, folds } = this.deps;
    const runtimeId = lives.tenantOf(paneId)?.runtime_id;
    if (runtimeId === undefined) return;
    for (const event of this.standing.seenAt(runtimeId, now)) {
      const fold = folds.of(runtimeId);
      if ((lastLook(fold, event.source)?.at ?? 0) < lastHeard(fold)) folds.apply(runtimeId, event);
      else folds.refresh(runtimeId, event);
    }
  }

  /** A sub-agent's files are its own, and a note may be of a thread that nobody sees. */
  private learn(event: EventEnvelope, traces: SignalFacts["traces"]): void {
    const { runtime_id, evidence, run } = event;
    const isRoot = run === undefined || run.parent === null;
    if (runtime_id === null || traces === undefined || evidence.kind === "note" || !isRoot) return;
    this.teach(runtime_id, traces, stampOf(event));
  }

  private teach(runtimeId: string, traces: NonNullable<SignalFacts["traces"]>, at?: number): void {
    if (!this.deps.clues.learn(runtimeId, traces, at)) return;
    this.deps.store.unit.afterCommit(() => this.deps.onClues?.(runtimeId), `metadata of ${runtimeId}`);
    this.deps.lives.acquaint(runtimeId);
    this.deps.signals.acquaint(runtimeId);
  }

  private bindOrGreet(event: EventEnvelope, traces: SignalFacts["traces"]): EventEnvelope {
    const { lives } = this.deps;
    if (event.source === "wrapper" && event.evidence.kind === "edge") return this.runs.bind(event);
    const speaksIn = event.evidence.kind === "declaration" ? event.pane_id : null;
    if (speaksIn !== null && lives.isProgram(event)) lives.ensureGeneric(speaksIn, null);
    const binding = lives.bind(event);
    if (binding.status === "bound") return { ...event, runtime_id: binding.runtime_id };
    if (!lives.isPlaced(event)) return { ...event, runtime_id: this.whoBegan(event, traces?.cwd) };
    // whoever speaks a dialect is somebody, even if no adapter knows the program
    if (speaksIn === null || !lives.couldBeProgram(event)) return event;
    if (lives.ensureGeneric(speaksIn, null) === null) return event;
    const again = lives.bind(event);
    return again.status === "bound" ? { ...event, runtime_id: again.runtime_id } : event;
  }

  /** A shared server tells a turn's beginning, not its pane: it is the one that was seen to begin one there and then, if only one was. */
  private whoBegan(event: EventEnvelope, cwd: string | undefined): string | null {
    const { agent_type, evidence } = event;
    if (agent_type === null || evidence.kind !== "edge" || evidence.begin !== true || evidence.phase !== "busy")
      return null;
    const [only = null, ...others] = this.deps.lives.inDirectory(agent_type, cwd).filter(({ runtime_id }) => {
      const look = lastLook(this.deps.folds.of(runtime_id), "osc");
      return look?.level.phase === "busy" && Math.abs(look.changedAt - stampOf(event)) <= SAME_MOMENT_MS;
    });
    return others.length === 0 ? (only?.runtime_id ?? null) : null;
  }

  /** What an agent said before it was found was taken for another's: whose it is, is asked again. */
  private handOver(runtime: RuntimeRow, touched: Set<string>): void {
    const { store, lives, clues } = this.deps;
    for (const { runtime_id: from, agent_type } of lives.besides(runtime)) {
      for (const event of store.eventsOf(from, HANDED_OVER)) {
        if (stampOf(event) < runtime.started_at) break;
        const isOfProcess = event.source === "process" || event.source === "wrapper";
        if (isOfProcess || !lives.isSaidBy(event, runtime)) continue;
        store.moveEvent(event.event_id, from, runtime.runtime_id);
        this.fold({ ...event, runtime_id: runtime.runtime_id }, touched);
        // what was learned from those events is the agent's, too
        if (agent_type === GENERIC) this.teach(runtime.runtime_id, clues.take(from));
      }
    }
  }

  private await(waiting: PendingEvent, touched: Set<string>): void {
    const { event } = waiting;
    this.wait(waiting);
    if (event.pane_id !== null) touched.add(event.pane_id);
  }

  private wait(waiting: PendingEvent): void {
    this.lastPlace += 1;
    this.pending.set(waiting.event.event_id, { ...waiting, place: this.lastPlace });
  }

  /** The pane it named is touched also where it was bound elsewhere: nothing waits there any more. */
  private stopWaiting(event: EventEnvelope, touched: Set<string>): void {
    this.pending.delete(event.event_id);
    if (event.pane_id !== null) touched.add(event.pane_id);
  }

  private unboundPanes(): Set<string> {
    return new Set([...this.pending.values()].flatMap(({ event }) => event.pane_id ?? []));
  }

  private bindPending(now: number, touched: Set<string>): void {
    const { store, log, bindTtlMs } = this.deps;
    // in the order in which they came: a map whose changes were taken back has another one
    const inOrder = [...this.pending.values()].sort((a, b) => a.place - b.place);
    for (const { event: waiting, metadata } of inOrder) {
      const event = this.bindOrGreet(waiting, metadata);
      if (event.runtime_id !== null) {
        store.settlePending(event.event_id, { runtime_id: event.runtime_id });
        this.learn(event, metadata);
        this.stopWaiting(event, touched);
        this.fold(event, touched);
      } else if (now - event.ingested_at >= bindTtlMs) {
        store.settlePending(event.event_id, "dropped_unbound");
        this.deps.signals.heed(event);
        this.stopWaiting(event, touched);
        // most programs that a wrapper runs are no agents
        if (event.source === "wrapper" && event.evidence.kind === "ended") continue;
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
    else {
      // one whose adapter was switched off may well go on: the prompt is back, or it is not
      const isGone = this.deps.isEnabled?.(agent.agent_type) !== false;
      const rest: Evidence = { kind: "edge", phase, ...(isGone ? { state: "idle" } : { weak: true }) };
      this.append(shell, `process.left:${agent.runtime_id}`, rest, now, touched);
    }
  }

  private append(
    runtime: RuntimeRow,
    what: string,
    evidence: Evidence,
    now: number,
    touched: Set<string>,
    message = "",
  ): void {
    const facts: SignalFacts = {
      target: this.deps.target,
      pane_id: runtime.pane_id,
      source: "process",
      event_type: what.split(":")[0] ?? what,
      dedupe_key: `${what}:${runtime.runtime_id}`,
      event_time: now,
      message,
      evidence,
    };
    const event = { ...envelope(facts, now), runtime_id: runtime.runtime_id };
    if (this.deps.store.appendEvent(event, "bound") === "new") this.fold(event, touched);
  }

  private fold(event: EventEnvelope, touched: Set<string>): void {
    if (event.runtime_id === null) return;
    this.deps.folds.apply(event.runtime_id, event);
    this.deps.signals.heed(event);
    const paneId = this.deps.lives.runtime(event.runtime_id)?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
    if (event.source === "wrapper") this.relate(event, touched);
  }

  /** A run and the agent that it is are told of each other, whichever was heard of first. */
  private relate({ runtime_id, pane_id, evidence, ingested_at }: EventEnvelope, touched: Set<string>): void {
    if (evidence.kind === "ended") this.say(this.runs.ended(runtime_id ?? ""), touched);
    const tenant = evidence.kind === "edge" && evidence.begin ? this.deps.lives.tenantOf(pane_id ?? "") : null;
    if (tenant !== null) this.tellShell(tenant, "busy", ingested_at, touched);
  }

  private say(words: readonly Word[], touched: Set<string>): void {
    for (const { shell, what, evidence, at, message } of words)
      this.append(shell, what, evidence, at, touched, message);
  }
}

/** Where another agent runs now, the former one was over when that one began, however late it was noticed. */
function endOf(runtime: RuntimeRow, arrived: readonly Arrival[], now: number): number {
  const heir = arrived.find(({ paneId }) => paneId === runtime.pane_id)?.agent.process;
  if (heir === undefined || heir.pid === runtime.pid) return now;
  return Math.min(now, Math.max(runtime.started_at, heir.startedAt - START_SLACK_MS));
}

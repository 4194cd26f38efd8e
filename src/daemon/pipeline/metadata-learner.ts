import { isWorkOnly } from "../../core/adapter/evidence.ts";
import type { AgentFacts, AgentMetadataFacts } from "../../core/engine/envelope.ts";
import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { DoingStore } from "../runtimes/doing-store.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { sessionKeyOf } from "../usage/session-key.ts";
import type { UsageLedger } from "../usage/usage-ledger.ts";

export interface MetadataLearnerDeps {
  store: Store;
  metadataStore: AgentMetadataStore;
  doings: DoingStore;
  ledger: UsageLedger;
  runtimes: RuntimeRegistry;
  signals: SquadSignals;
  /** A runtime's metadata has changed (where its files are), or it was heard of this sub-agent. */
  onMetadata?(runtimeId: string, subAgent?: string): void;
}

/** Stores agent metadata from events, and reindexes everything that is found by it. */
export class MetadataLearner {
  private readonly deps: MetadataLearnerDeps;

  constructor(deps: MetadataLearnerDeps) {
    this.deps = deps;
  }

  /** Ignores sub-agents, which have their own files and work, and notes, which may come from a hidden thread. */
  learn(event: EventEnvelope, facts: AgentFacts | undefined): void {
    const { runtime_id, evidence, run } = event;
    const isRoot = run === undefined || run.parent === null;
    this.learnUsage(event, facts, isRoot);
    // what is read from a sub-agent's file names no other one
    if (runtime_id !== null && !isRoot && !isWorkOnly(event))
      this.deps.store.unit.afterCommit(() => this.deps.onMetadata?.(runtime_id, run.id), `sub-agent of ${runtime_id}`);
    if (runtime_id === null || !isRoot) return;
    const { doing, usage: _, ...metadata } = facts ?? {};
    const isRest = "phase" in evidence && evidence.phase === "rest";
    if ((doing !== undefined && (evidence.kind !== "note" || isWorkOnly(event))) || isRest)
      this.deps.doings.learn(runtime_id, doing ?? {}, event, metadata.session_id);
    if (facts === undefined || evidence.kind === "note") return;
    const at = stampOf(event);
    if (metadata.cwd !== undefined) this.deps.doings.learnDirectory(runtime_id, metadata.cwd, event, at);
    this.add(runtime_id, metadata, at);
  }

  /** Sub-agents' tokens belong to the conversation that started them. */
  private learnUsage(event: EventEnvelope, facts: AgentFacts | undefined, isRoot: boolean): void {
    const { runtimes, metadataStore, ledger } = this.deps;
    const { evidence, target, agent_type: agent, ingested_at: now } = event;
    const begins = isRoot && evidence.kind === "edge" && evidence.begin === true && evidence.phase === "busy";
    const { usage } = facts ?? {};
    if ((usage === undefined && !begins) || agent === null) return;
    const runtime = event.runtime_id === null ? null : runtimes.runtime(event.runtime_id);
    const session_id = facts?.session_id ?? (runtime && sessionKeyOf(runtime, metadataStore).session_id);
    if (session_id === null || session_id === undefined) return;
    const key = { target, agent, session_id };
    const at = stampOf(event);
    if (begins) ledger.beginTurn(key, at);
    const { started_in, cwd = facts?.cwd } = runtime === null ? {} : metadataStore.of(runtime.runtime_id);
    const project = started_in ?? cwd ?? "";
    if (usage !== undefined) ledger.learn(key, usage, { at, now, project, pane_id: runtime?.pane_id ?? event.pane_id });
  }

  /** True for an event that says only what an agent works on: this is stored, and the event is not logged. */
  tookWork(event: EventEnvelope, facts: AgentFacts | undefined, touched: Set<string>): boolean {
    if (!isWorkOnly(event)) return false;
    this.learn(event, facts);
    const paneId = this.deps.runtimes.runtime(event.runtime_id ?? "")?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
    return true;
  }

  /** Moves to an agent what the runtime before it in its pane has learnt since the agent started: the reports were its own. */
  hand(from: string, { runtime_id, started_at }: Pick<RuntimeRow, "runtime_id" | "started_at">): void {
    const metadata = this.deps.metadataStore.takeSince(from, started_at);
    this.deps.runtimes.reindex(from);
    this.deps.signals.reindex(from);
    this.add(runtime_id, metadata);
  }

  add(runtimeId: string, metadata: AgentMetadataFacts, at?: number): void {
    if (!this.deps.metadataStore.learn(runtimeId, metadata, at)) return;
    this.deps.store.unit.afterCommit(() => this.deps.onMetadata?.(runtimeId), `metadata of ${runtimeId}`);
    this.deps.runtimes.reindex(runtimeId);
    this.deps.signals.reindex(runtimeId);
  }
}

import { isWorkOnly } from "../../core/adapter/evidence.ts";
import type { AgentFacts, AgentMetadataFacts } from "../../core/engine/envelope.ts";
import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { DoingStore } from "../runtimes/doing-store.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";
import type { Store } from "../store/store.ts";

export interface MetadataLearnerDeps {
  store: Store;
  metadataStore: AgentMetadataStore;
  doings: DoingStore;
  runtimes: RuntimeRegistry;
  signals: SquadSignals;
  /** A runtime's metadata has changed (where its files are). */
  onMetadata?(runtimeId: string): void;
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
    if (runtime_id === null || !isRoot) return;
    const { doing, ...metadata } = facts ?? {};
    const isRest = "phase" in evidence && evidence.phase === "rest";
    if ((doing !== undefined && (evidence.kind !== "note" || isWorkOnly(event))) || isRest)
      this.deps.doings.learn(runtime_id, doing ?? {}, event, metadata.session_id);
    if (facts === undefined || evidence.kind === "note") return;
    const at = stampOf(event);
    if (metadata.cwd !== undefined) this.deps.doings.learnDirectory(runtime_id, metadata.cwd, event, at);
    this.add(runtime_id, metadata, at);
  }

  /** True for an event that says only what an agent works on: this is stored, and the event is not logged. */
  tookWork(event: EventEnvelope, facts: AgentFacts | undefined, touched: Set<string>): boolean {
    if (!isWorkOnly(event)) return false;
    this.learn(event, facts);
    const paneId = this.deps.runtimes.runtime(event.runtime_id ?? "")?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
    return true;
  }

  add(runtimeId: string, metadata: AgentMetadataFacts, at?: number): void {
    if (!this.deps.metadataStore.learn(runtimeId, metadata, at)) return;
    this.deps.store.unit.afterCommit(() => this.deps.onMetadata?.(runtimeId), `metadata of ${runtimeId}`);
    this.deps.runtimes.reindex(runtimeId);
    this.deps.signals.reindex(runtimeId);
  }
}

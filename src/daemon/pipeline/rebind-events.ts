import { GENERIC } from "../../core/engine/bind.ts";
import { stampOf } from "../../core/protocol/events/event.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { DoingStore } from "../runtimes/doing-store.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import type { FoldStage } from "./fold-stage.ts";
import type { Folds } from "./folds.ts";
import type { MetadataLearner } from "./metadata-learner.ts";

export interface RebindDeps {
  store: Store;
  runtimes: RuntimeRegistry;
  metadataStore: AgentMetadataStore;
  doings: DoingStore;
  folds: Folds;
  stage: FoldStage;
  learner: MetadataLearner;
}

/** Number of events that are rebound when an agent is found late. */
const MAX_REBOUND = 1_000;

/** Rebinds events that an agent sent before it was found. */
export function rebindEvents(runtime: RuntimeRow, deps: RebindDeps, touched: Set<string>): void {
  const { store, runtimes, metadataStore, doings, folds, stage, learner } = deps;
  for (const { runtime_id: from, agent_type } of runtimes.overlapping(runtime)) {
    let hasMoved = false;
    for (const event of store.eventsOf(from, MAX_REBOUND)) {
      if (stampOf(event) < runtime.started_at) break;
      const isOfProcess = event.source === "process" || event.source === "wrapper";
      if (isOfProcess || !runtimes.isSaidBy(event, runtime)) continue;
      store.moveEvent(event.event_id, from, runtime.runtime_id);
      hasMoved = true;
      stage.fold({ ...event, runtime_id: runtime.runtime_id }, touched);
      // metadata from those events is the agent's too
      if (agent_type === GENERIC) learner.add(runtime.runtime_id, metadataStore.take(from));
    }
    if (!hasMoved) continue;
    folds.refold(from);
    if (agent_type !== GENERIC) learner.hand(from, runtime);
    const doing = doings.take(from);
    if (agent_type === GENERIC) doings.give(runtime.runtime_id, doing);
  }
}

import type { AgentMetadataFacts } from "../../core/engine/envelope.ts";
import { lastLook } from "../../core/engine/fold-queries.ts";
import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { Folds } from "./folds.ts";
import type { WrapperRuns } from "./wrapper-runs.ts";

/** Largest distance between an agent's event and its level on the screen. */
const SAME_MOMENT_MS = 1_500;

/** Binds events to runtimes. */
export class EventBinder {
  private readonly deps: { runtimes: RuntimeRegistry; folds: Folds; runs: WrapperRuns };

  constructor(deps: EventBinder["deps"]) {
    this.deps = deps;
  }

  /** Finds the runtime of an event, and creates that of a program which declares its state. */
  bind(event: EventEnvelope, metadata: AgentMetadataFacts | undefined): EventEnvelope {
    const { runtimes } = this.deps;
    if (event.source === "wrapper" && event.evidence.kind === "edge") return this.deps.runs.bind(event);
    const speaksIn = event.evidence.kind === "declaration" ? event.pane_id : null;
    if (speaksIn !== null && runtimes.isProgram(event)) runtimes.ensureGeneric(speaksIn, null);
    const binding = runtimes.bind(event);
    if (binding.status === "bound") return { ...event, runtime_id: binding.runtime_id };
    if (!runtimes.isPlaced(event)) return { ...event, runtime_id: this.matchTurnBegin(event, metadata?.cwd) };
    // a sender of declarations is a runtime, even if no adapter knows the program
    if (speaksIn === null || !runtimes.couldBeProgram(event)) return event;
    if (runtimes.ensureGeneric(speaksIn, null) === null) return event;
    const again = runtimes.bind(event);
    return again.status === "bound" ? { ...event, runtime_id: again.runtime_id } : event;
  }

  /**
   * A shared server reports that a turn began, but not in which pane: picks the one pane seen to begin a turn there and
   * then, if it is unique.
   */
  private matchTurnBegin(event: EventEnvelope, cwd: string | undefined): string | null {
    const { agent_type, evidence } = event;
    if (agent_type === null || evidence.kind !== "edge" || evidence.begin !== true || evidence.phase !== "busy")
      return null;
    const [only = null, ...others] = this.deps.runtimes.inDirectory(agent_type, cwd).filter(({ runtime_id }) => {
      const look = lastLook(this.deps.folds.of(runtime_id), "osc");
      return look?.level.phase === "busy" && Math.abs(look.changedAt - stampOf(event)) <= SAME_MOMENT_MS;
    });
    return others.length === 0 ? (only?.runtime_id ?? null) : null;
  }
}

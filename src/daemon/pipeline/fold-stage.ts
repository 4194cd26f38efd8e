import { GENERIC } from "../../core/engine/bind.ts";
import { envelope, type SignalFacts } from "../../core/engine/envelope.ts";
import type { EventEnvelope, Evidence } from "../../core/protocol/events/event.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import type { Folds } from "./folds.ts";
import type { SyntheticEvent, WrapperRuns } from "./wrapper-runs.ts";

export interface FoldStageDeps {
  store: Store;
  runtimes: RuntimeRegistry;
  folds: Folds;
  signals: SquadSignals;
  runs: WrapperRuns;
  target: string;
  /** Whether that agent type's adapter is enabled. */
  isEnabled?(agent: string): boolean;
}

/**
 * Folds bound events, and appends the events that we report ourselves: ends of processes, and for a pane's own shell
 * that an agent began or left. `touched` collects the panes to project.
 */
export class FoldStage {
  private readonly deps: FoldStageDeps;

  constructor(deps: FoldStageDeps) {
    this.deps = deps;
  }

  /** Starting an agent at a prompt answers what was asked there; when the agent ends, the prompt is back. */
  noteInShell(agent: RuntimeRow, phase: "busy" | "rest", now: number, touched: Set<string>): void {
    const shell = agent.agent_type === GENERIC ? null : this.deps.runtimes.genericIn(agent.pane_id);
    if (shell === null) return;
    if (phase === "busy")
      this.append(shell, `process.began:${agent.runtime_id}`, { kind: "edge", phase, begin: true }, now, touched);
    else {
      // an agent whose adapter was disabled may still run: the prompt may not be back
      const isGone = this.deps.isEnabled?.(agent.agent_type) !== false;
      const rest: Evidence = { kind: "edge", phase, ...(isGone ? { state: "idle" } : { weak: true }) };
      this.append(shell, `process.left:${agent.runtime_id}`, rest, now, touched);
    }
  }

  append(runtime: RuntimeRow, what: string, evidence: Evidence, now: number, touched: Set<string>, message = ""): void {
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

  /** Adds a bound event to its fold, and what follows from it. */
  fold(event: EventEnvelope, touched: Set<string>): void {
    if (event.runtime_id === null) return;
    this.deps.folds.apply(event.runtime_id, event);
    this.deps.signals.handle(event);
    const paneId = this.deps.runtimes.runtime(event.runtime_id)?.pane_id;
    if (paneId !== undefined) touched.add(paneId);
    if (event.source === "wrapper") this.relate(event, touched);
  }

  /** Relates a wrapper run to the agent it runs, whichever was found first. */
  private relate({ runtime_id, pane_id, evidence, ingested_at }: EventEnvelope, touched: Set<string>): void {
    if (evidence.kind === "ended") this.appendAll(this.deps.runs.ended(runtime_id ?? ""), touched);
    const activeRuntime =
      evidence.kind === "edge" && evidence.begin ? this.deps.runtimes.activeRuntimeOf(pane_id ?? "") : null;
    if (activeRuntime !== null) this.noteInShell(activeRuntime, "busy", ingested_at, touched);
  }

  /** Appends synthetic events. */
  appendAll(events: readonly SyntheticEvent[], touched: Set<string>): void {
    for (const { shell, what, evidence, at, message } of events)
      this.append(shell, what, evidence, at, touched, message);
  }
}

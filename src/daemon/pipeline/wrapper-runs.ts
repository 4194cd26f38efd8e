import { GENERIC } from "../../core/engine/bind.ts";
import { isFailure } from "../../core/engine/ending.ts";
import type { EventEnvelope, Evidence } from "../../core/protocol/events/event.ts";
import { wrapperPid } from "../../core/spool/wrapper.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { UnitOfWork } from "../store/unit-of-work.ts";
import type { Topology } from "../targets/tmux/topology.ts";
import type { Folds } from "./folds.ts";

/** A synthetic event for a pane's own program, which does not report it itself. */
export interface SyntheticEvent {
  shell: RuntimeRow;
  what: string;
  evidence: Evidence;
  at: number;
  message: string;
}

/** How long a wrapper's last spool entry may take to be read. */
const LAST_WORD_MS = 2_000;

/** Programs started by `agtmux run`, and the agents that some of them turn out to be. */
export class WrapperRuns {
  private readonly runtimes: RuntimeRegistry;
  private readonly folds: Folds;
  /** Since when the wrapper of a run is gone, by the id of the event that began the run. */
  private readonly missing: StagedMap<string, number>;

  constructor(runtimes: RuntimeRegistry, folds: Folds, unit: UnitOfWork) {
    this.runtimes = runtimes;
    this.folds = folds;
    this.missing = new StagedMap(unit);
  }

  /** A wrapper reports for the pane's own program. What an agent runs through it says nothing about the agent. */
  bind(event: EventEnvelope): EventEnvelope {
    const { runtimes } = this;
    if (event.pane_id !== null && runtimes.couldBeProgram(event))
      runtimes.ensureGeneric(event.pane_id, event.hints.session_id ?? null);
    const binding = runtimes.bind(event);
    if (binding.status !== "bound") return event;
    const { runtime_id } = binding;
    if (runtimes.runtime(runtime_id)?.agent_type === GENERIC) return { ...event, runtime_id };
    return { ...event, runtime_id, evidence: { kind: "note", reason: "run_by_agent" } };
  }

  /** Reports an agent's failure in its shell, once both its end and its exit code are known. */
  ended(runtimeId: string): SyntheticEvent[] {
    const { runtimes, folds } = this;
    const agent = runtimes.runtime(runtimeId);
    const { exit } = folds.of(runtimeId);
    const shell = agent === null || agent.agent_type === GENERIC ? null : runtimes.genericIn(agent.pane_id);
    if (agent?.ended_at == null || exit === null || shell === null || !isFailure(exit)) return [];
    const evidence: Evidence = { kind: "edge", phase: "rest", state: "error" };
    const at = Math.max(agent.ended_at, exit.at) + 1;
    return [{ shell, what: `process.failed:${runtimeId}`, evidence, at, message: exit.message }];
  }

  /** Detects wrappers that ended without reporting their program's exit. */
  observe({ processes }: Topology, now: number): SyntheticEvent[] {
    const lost: SyntheticEvent[] = [];
    for (const [paneId, { below, root, readAt }] of processes) {
      const shell = this.runtimes.genericIn(paneId);
      const begin = shell === null ? undefined : this.openRun(shell.runtime_id);
      if (shell === null || begin === undefined) continue;
      const pid = wrapperPid(begin.turn ?? "");
      const isThere = pid === null || pid === root.pid || below.has(pid) || readAt <= begin.at;
      const since = isThere ? readAt : (this.missing.get(begin.id) ?? readAt);
      if (isThere) this.missing.delete(begin.id);
      else this.missing.set(begin.id, since);
      if (readAt - since < LAST_WORD_MS) continue;
      this.missing.delete(begin.id);
      // weak: an exit report that is read later still wins
      const evidence: Evidence = { kind: "edge", phase: "rest", weak: true };
      lost.push({ shell, what: `process.lost:${begin.id}`, evidence, at: now, message: "" });
    }
    return lost;
  }

  /** The newest turn, if a wrapper began it and nothing has ended it. */
  private openRun(runtimeId: string) {
    const { begins, edges } = this.folds.of(runtimeId);
    const run = begins.wrapper;
    const isOver = (at: number) => run !== undefined && at > run.at;
    if (Object.values(begins).some((begin) => begin !== run && isOver(begin.at))) return undefined;
    return Object.values(edges).some(({ edge, at }) => edge.phase === "rest" && isOver(at)) ? undefined : run;
  }
}

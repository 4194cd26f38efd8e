import { GENERIC } from "../core/engine/bind.ts";
import { isFailure } from "../core/engine/ending.ts";
import type { EventEnvelope, Evidence } from "../core/protocol/event.ts";
import { wrapperPid } from "../core/signals/wrapper.ts";
import type { Folds } from "./folds.ts";
import type { Lives } from "./lives.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { RuntimeRow } from "./store/store.ts";
import type { UnitOfWork } from "./store/unit-of-work.ts";
import type { Topology } from "./targets/topology.ts";

/** What is to be said of a pane's own program, since nobody else will. */
export interface Word {
  shell: RuntimeRow;
  what: string;
  evidence: Evidence;
  at: number;
  message: string;
}

/** What a wrapper left behind as its last word is read within this time. */
const LAST_WORD_MS = 2_000;

/** Programs that were started by `agtmux run`, and the agents that some of them turn out to be. */
export class Runs {
  private readonly lives: Lives;
  private readonly folds: Folds;
  private readonly missing: StagedMap<string, number>;

  constructor(lives: Lives, folds: Folds, unit: UnitOfWork) {
    this.lives = lives;
    this.folds = folds;
    this.missing = new StagedMap(unit);
  }

  /** A wrapper speaks for the pane's own program. What an agent runs through one is the agent's own doing, and says nothing of it. */
  bind(event: EventEnvelope): EventEnvelope {
    const { lives } = this;
    if (event.pane_id !== null && lives.couldBeProgram(event))
      lives.ensureGeneric(event.pane_id, event.hints.session_id ?? null);
    const binding = lives.bind(event);
    if (binding.status !== "bound") return event;
    const { runtime_id } = binding;
    if (lives.runtime(runtime_id)?.agent_type === GENERIC) return { ...event, runtime_id };
    return { ...event, runtime_id, evidence: { kind: "note", reason: "run_by_agent" } };
  }

  /** That an agent failed is told where it ran, as soon as both are known: that it has ended, and how. */
  ended(runtimeId: string): Word[] {
    const { lives, folds } = this;
    const agent = lives.runtime(runtimeId);
    const { exit } = folds.of(runtimeId);
    const shell = agent === null || agent.agent_type === GENERIC ? null : lives.genericIn(agent.pane_id);
    if (agent?.ended_at == null || exit === null || shell === null || !isFailure(exit)) return [];
    const evidence: Evidence = { kind: "edge", phase: "rest", state: "error" };
    const at = Math.max(agent.ended_at, exit.at) + 1;
    return [{ shell, what: `process.failed:${runtimeId}`, evidence, at, message: exit.message }];
  }

  /** A wrapper that is gone without a word tells nobody how its program ended. */
  observe({ processes }: Topology, now: number): Word[] {
    const words: Word[] = [];
    for (const [paneId, { below, root, readAt }] of processes) {
      const shell = this.lives.genericIn(paneId);
      const begin = shell === null ? undefined : this.openRun(shell.runtime_id);
      if (shell === null || begin === undefined) continue;
      const pid = wrapperPid(begin.turn ?? "");
      const isThere = pid === null || pid === root.pid || below.has(pid) || readAt <= begin.at;
      const since = isThere ? readAt : (this.missing.get(begin.id) ?? readAt);
      if (isThere) this.missing.delete(begin.id);
      else this.missing.set(begin.id, since);
      if (readAt - since < LAST_WORD_MS) continue;
      this.missing.delete(begin.id);
      // weak: what it did say, and we read late, is still the better word
      const evidence: Evidence = { kind: "edge", phase: "rest", weak: true };
      words.push({ shell, what: `process.lost:${begin.id}`, evidence, at: now, message: "" });
    }
    return words;
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

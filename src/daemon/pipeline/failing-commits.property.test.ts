import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import { runs } from "../../core/engine/random-events.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { SQUAD_EXAMPLES } from "../../core/signals/squad/examples.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import { QuestionStore } from "../attention/question-store.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { TestPipeline } from "./test-pipeline.ts";

const PANES = [
  { pane_id: "%1", pane_pid: 100 },
  { pane_id: "%2", pane_pid: 200 },
];
const SHELLS: ProcessRow[] = [
  [100, 1, "bash", ["bash"]],
  [200, 1, "bash", ["bash"]],
];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const CODEX: ProcessRow = [210, 200, "codex", ["/opt/codex"]];
const START = 300_000;

/** A daemon with one target, whose store fails when `fails` says so. */
class Scene {
  readonly target: TestPipeline;
  readonly questions: QuestionStore;
  readonly store: Store;

  constructor(store: Store, fails: () => boolean) {
    this.store = store;
    const failing = failingStore(store, fails);
    this.target = new TestPipeline(START, failing);
    this.questions = new QuestionStore({
      store: failing,
      fleet: this.target.fleet,
      clock: { now: () => this.target.now },
      log: silentLog(),
      onFault: rethrow,
    });
    this.target.broadcast.onChange((change) => this.questions.follow(change));
    store.unit.reportTo(rethrow);
  }

  /** The in-memory state that must equal the store's. */
  remembered() {
    const { target, questions, store } = this;
    const runtimes = store.runtimes(0).map(({ runtime_id }) => runtime_id);
    return {
      folds: runtimes.map((id) => target.folds.of(id)),
      metadata: runtimes.map((id) => target.metadataStore.of(id)),
      signals: runtimes.map((id) => target.signals.lastOf(id, target.now)),
      runtimes: target.runtimes
        .living()
        .map(({ runtime_id }) => runtime_id)
        .sort(),
      panes: target.fleet.all().sort((a, b) => a.ref.localeCompare(b.ref)),
      position: target.fleet.cursor,
      questions: questions.list({}).items,
    };
  }
}

type Step = (scene: Scene) => void;

/** Steps that describe themselves if a property fails. */
function stepsOf<T>(facts: fc.Arbitrary<T>, name: string, stepOf: (facts: T) => Step): fc.Arbitrary<Step> {
  return facts.map((each) =>
    Object.assign(stepOf(each), { [fc.toStringMethod]: () => `${name} ${JSON.stringify(each)}` }),
  );
}

/** Throws where a write or a commit would fail. */
function failingStore(store: Store, fails: () => boolean): Store {
  const failIfDue = () => {
    if (fails()) throw new Fault("E_DISK_FULL", "the disk is full");
  };
  const written = ["appendEvent", "saveFold", "saveState", "saveQuestion", "remember", "insertRuntime"] as const;
  const failing = Object.fromEntries(
    written.map((name) => [
      name,
      (...args: never[]) => {
        if (store.unit.isOpen) failIfDue();
        return (store[name] as (...values: never[]) => unknown)(...args);
      },
    ]),
  );
  const transact: Store["transact"] = (work) =>
    store.transact(() => {
      const result = work();
      failIfDue();
      return result;
    });
  return { ...store, ...failing, transact };
}

const paneId = fc.constantFrom("%1", "%2");
const agentType = fc.constantFrom("claude", "codex");
const sessionId = fc.constantFrom("s1", "s2");

const observed = stepsOf(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), "observed", ([claude, codex, both]) => {
  const rows = [...SHELLS, ...(claude ? [CLAUDE] : []), ...(codex ? [CODEX] : [])];
  return ({ target }) => target.observe(both ? PANES : PANES.slice(0, 1), rows);
});

const hook = fc.record({
  pane_id: paneId,
  agent_type: agentType,
  phase: fc.constantFrom("busy", "ask", "rest"),
  session_id: sessionId,
  cwd: fc.constantFrom("/a", "/b"),
  asks: fc.boolean(),
  key: fc.uuid(),
});
const hooked = stepsOf(hook, "hook", ({ pane_id, agent_type, phase, session_id, cwd, asks, key }) => ({ target }) => {
  const state = ({ busy: "running", ask: "waiting_approval", rest: "completed" } as const)[phase];
  target.ingest({
    pane_id,
    agent_type,
    source: "hook",
    event_type: `${agent_type}.${phase}`,
    dedupe_key: key,
    event_time: target.now,
    message: key,
    hints: { agent_session: session_id },
    evidence: { kind: "edge", phase, state, ...(phase === "busy" && { begin: true }) },
    metadata: { session_id, cwd, transcript: `${cwd}/${session_id}.jsonl` },
    ...(phase === "ask" && asks && { question: { kind: "approval", text: `May I ${key}?` } }),
  });
});

const saying = fc.tuple(paneId, fc.constantFrom("working", "needs_input", "completed"), fc.uuid());
const said = stepsOf(saying, "said", ([pane_id, state, key]) => ({ target }) => {
  target.say(state, key, target.now, {}, { pane_id, dedupe_key: key });
});

const signal = fc.tuple(paneId, fc.constantFrom("working", "question", "complete"), fc.uuid());
const signalled = stepsOf(signal, "signal", ([pane_id, type, signal_id]) => ({ target }) => {
  const words = { type, signal_id, session_id: null, tmux_session: null, data: SQUAD_EXAMPLES[type] };
  const brought = { target: "host", pane_id, event_time: target.now };
  const facts = squadFacts({ ...words, timestamp: "2026-03-04T05:06:07Z" }, brought, target.now + 30_000);
  target.pipeline.ingest([facts]);
});

const registered = stepsOf(fc.tuple(paneId, sessionId), "registered", ([pane, session]) => ({ target }) => {
  target.pipeline.ensureRuntime(pane, session);
});

const waited = stepsOf(fc.constantFrom(100, 5_000, 40_000, 130_000), "waited", (ms) => ({ target }) => {
  target.now += ms;
});

const ticked = stepsOf(fc.constant(null), "ticked", () => ({ target, questions }) => {
  target.pipeline.tick();
  questions.tick();
});

const look = fc.tuple(paneId, fc.constantFrom("busy", "rest", "ask"), fc.boolean());
const looked = stepsOf(look, "looked", ([pane_id, phase, withdraws]) => ({ target }) => {
  const runtime = target.runtimes.activeRuntimeOf(pane_id);
  if (runtime === null || runtime.agent_type === GENERIC) return;
  const { runtime_id, agent_type } = runtime;
  if (withdraws) target.pipeline.withdraw(runtime_id, "screen");
  else
    target.pipeline.look(runtime_id, {
      target: "host",
      pane_id,
      agent_type,
      source: "screen",
      event_type: `screen.${phase}`,
      dedupe_key: "",
      event_time: target.now,
      message: "",
      evidence: { kind: "level", phase },
    });
});

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: observed },
    { weight: 6, arbitrary: hooked },
    { weight: 3, arbitrary: said },
    { weight: 2, arbitrary: signalled },
    { weight: 1, arbitrary: registered },
    { weight: 3, arbitrary: waited },
    { weight: 3, arbitrary: ticked },
  ),
  { maxLength: 25 },
);

describe("a store whose commits fail at random", () => {
  it("[DB7] leaves in memory exactly what a new daemon would read from disk", () => {
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (all, dice) => {
        const store = openMemoryStore("e");
        let isArmed = false;
        const scene = new Scene(store, () => isArmed && dice.next().value === 0);
        for (const step of all) {
          isArmed = true;
          attempt(step, scene);
          isArmed = false;
          const fresh = new Scene(store, () => false);
          fresh.target.now = scene.target.now;
          expect(scene.remembered()).toEqual({ ...fresh.remembered(), questions: scene.questions.list({}).items });
          const kept = scene.questions.list({}).items.map(({ revision: _, ...question }) => question);
          expect(kept).toEqual(store.openQuestions());
        }
        store.close();
      }),
      { numRuns: Math.ceil(runs(15_000) / 100) },
    );
  }, 120_000);

  it("[DB7] loses and repeats nothing once each failed step is retried", () => {
    const withLevels = fc.array(fc.oneof(observed, hooked, said, signalled, waited, ticked, looked), { maxLength: 25 });
    fc.assert(
      fc.property(withLevels, fc.infiniteStream(fc.integer({ min: 0, max: 5 })), (all, dice) => {
        const stores = [openMemoryStore("e"), openMemoryStore("e")] as const;
        let isArmed = false;
        const failing = new Scene(stores[0], () => isArmed && dice.next().value === 0);
        const sound = new Scene(stores[1], () => false);
        for (const step of all) {
          isArmed = true;
          const before = failing.target.now;
          for (let tries = 0; !attempt(step, failing); tries += 1) {
            failing.target.now = before;
            isArmed = tries < 3;
          }
          step(sound);
        }
        isArmed = false;
        for (const { target, questions } of [failing, sound]) {
          target.pipeline.tick();
          questions.tick();
        }
        expect(shown(failing)).toEqual(shown(sound));
        for (const store of stores) store.close();
      }),
      { numRuns: Math.ceil(runs(15_000) / 100) },
    );
  }, 120_000);
});

/** False if it failed. */
function attempt(step: Step, scene: Scene): boolean {
  try {
    step(scene);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "E_DISK_FULL") return false;
    throw error;
  }
}

/** The state as people see it, without write counts and whether an open question replaced another. */
function shown(scene: Scene) {
  const { panes, questions, metadata, runtimes, signals } = scene.remembered();
  return {
    panes: panes.map(({ state_version: _, updated_at: __, ...pane }) => pane),
    questions: questions
      .map((question) => ({ ...question, question_id: question.attention_id }))
      .sort((a, b) => a.attention_id.localeCompare(b.attention_id)),
    metadata,
    runtimes,
    signals,
    log: scene.store.countEvents(),
  };
}

function rethrow(error: unknown): never {
  throw error;
}

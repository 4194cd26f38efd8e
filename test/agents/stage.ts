import { setTimeout as sleep } from "node:timers/promises";
import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import type { Agent } from "./agent.ts";
import type { AgentPane } from "./agent-pane.ts";
import type { Span } from "./judge.ts";
import type { ModelEvent, ModelServer } from "./model/model-server.ts";
import type { Play } from "./model/play.ts";
import type { Run } from "./run.ts";
import type { Sightings } from "./sightings.ts";
import type { Shown, Situation } from "./situations.ts";

/** How long a state must stay right. */
const STAY_MS = 1_500;
/** How long we wait for a state to get right before we go on. */
const PATIENCE_MS = 5_000;
/** How long an agent may take to end its connection to the model once it is interrupted, and how often it is tried. */
const LEAVES_MS = 3_000;
const INTERRUPTS = 3;
/** Without hooks nobody tells when work begins: the model thinks for as long as a look may take, so that one finds it. */
export const LOOKED_FOR_MS = 4_000;

const CALLS: Partial<Record<Shown, AttentionKind>> = {
  waiting_approval: "approval",
  waiting_input: "input",
  error: "error",
  completed: "done",
};

/** Something said once that must be raised once. */
export interface Errand {
  situation: Situation;
  paneId: string;
  /** Nothing else asks for this until `to`. */
  kind: AttentionKind;
  /** Nothing else in the rest of the play says this. */
  message: string;
  from: number;
  /** From when on other things call in this way, which are counted elsewhere. */
  to?: number;
}

/** One pane with an agent in a play: does what a scene says and writes down what is true meanwhile. */
export class Stage {
  readonly agent: Agent;
  readonly pane: AgentPane;
  readonly model: ModelServer;
  readonly spans: Span[] = [];
  readonly errands: Errand[] = [];
  /** The calls that are due for what was true: one for each approval, question, failure and end. */
  readonly dueCalls: AttentionKind[] = [];
  readonly possibleCalls: AttentionKind[] = [];
  private readonly sightings: Sightings;
  private readonly patienceMs: number;
  /** The spans of the state that is true now: it may have several reasons in turn. */
  private open: Omit<Span, "to">[] = [];
  /** The situation as which everything counts now; null if each thing counts as what it is. */
  private only: Situation | null = null;
  /** The last state that was claimed: one that goes on is called for once. */
  private before: Shown | null = null;
  private hasAgent = false;

  constructor(
    agent: Agent,
    pane: AgentPane,
    { model, sightings }: Pick<Run, "model" | "sightings">,
    patienceMs = PATIENCE_MS,
  ) {
    this.agent = agent;
    this.pane = pane;
    this.model = model;
    this.sightings = sightings;
    this.patienceMs = patienceMs;
  }

  get isLaunched(): boolean {
    return this.hasAgent;
  }

  /** Starts the agent; returns when it can be typed to. */
  async launch(options?: Parameters<AgentPane["launch"]>[0]): Promise<number> {
    const readyAt = await this.pane.launch(options);
    this.hasAgent = true;
    return readyAt;
  }

  kill(): number {
    this.hasAgent = false;
    return this.pane.kill();
  }

  /** Counts everything from now on as this; null: as what it is. */
  as(situation: Situation | null): void {
    this.only = situation;
  }

  /** From `from` on this state is true; it may have been true since `mayBeSince`. */
  truth(situation: Situation, state: Shown, from: number, mayBeSince = from): void {
    const truth = state === "completed" && this.agent.tellsNoEnd ? "idle" : state;
    if (this.open[0]?.truth !== truth) {
      this.close(mayBeSince);
      const kind = CALLS[truth];
      if (kind !== undefined && this.before !== truth) this.dueCalls.push(kind);
    }
    // an agent that was stopped, or unknown for a while, goes on where it was
    if (truth !== "unknown") this.before = truth;
    this.open.push({ situation: this.only ?? situation, paneId: this.pane.id, truth, from });
  }

  /** Waits until what is true is shown and has stayed, or for as long as anybody would. */
  async settle(): Promise<void> {
    const latest = this.open.at(-1);
    if (latest === undefined) return;
    const { truth, from } = latest;
    const since = Math.max(Date.now(), from);
    while (Date.now() < since + this.patienceMs * this.model.slowness.between(since, Date.now())) {
      const last = this.sightings.last(this.pane.id);
      if (last?.shown === truth && Date.now() - Math.max(last.at, from) > STAY_MS) break;
      await sleep(25);
    }
  }

  /** Nothing more is claimed. */
  end(): void {
    this.close(Date.now());
  }

  /** From `at` on nothing is claimed, until the next truth. */
  unclaimed(at: number): void {
    this.close(at);
  }

  /** Claims nothing while the daemon is away, and the same as before from when it can be seen again. */
  async across(unseen: () => Promise<number>): Promise<void> {
    const { open } = this;
    this.close(Date.now());
    const from = await unseen();
    this.open = open.slice(-1).map((span) => ({ ...span, from }));
  }

  /** Gives up what was begun: it never came to the point. */
  abandon(): void {
    this.open = [];
    this.before = null;
    this.as(null);
  }

  /** A call that may be made or not. */
  mayCall(kind: AttentionKind): void {
    this.possibleCalls.push(kind);
  }

  due(kind: AttentionKind): void {
    this.dueCalls.push(kind);
  }

  /** The last call of this kind was made before, and may be made again or not. */
  notDue(kind: AttentionKind): void {
    const at = this.dueCalls.lastIndexOf(kind);
    if (at >= 0) this.dueCalls.splice(at, 1);
    this.mayCall(kind);
  }

  /** From `from` on the turn is done; what the agent has declared calls, and the end does not. */
  declared(kind: AttentionKind, from: number): void {
    this.close(from);
    this.before = "completed";
    this.open.push({ situation: this.only ?? "done", paneId: this.pane.id, truth: "completed", from });
    this.due(kind);
  }

  /** Notes a message that must be raised exactly once, whatever happens later in this pane. */
  expectOnce(errand: Omit<Errand, "paneId">): void {
    this.errands.push({ ...errand, paneId: this.pane.id });
  }

  /** From now on other things call in this way. */
  endErrands(kind: AttentionKind): void {
    for (const errand of this.errands) if (errand.kind === kind) errand.to ??= Date.now();
  }

  /** Prompts for something that the model will play. */
  async prompt(play: Play): Promise<Task> {
    const task = this.task(play);
    const sentAt = await this.pane.submit(`${task.name} please`);
    this.truth("prompt", "running", sentAt);
    return task;
  }

  task(play: Play): Task {
    const task = new Task(this.model);
    this.model.script(task.name, play);
    return task;
  }

  /** Prompts for a command that wants approval, and waits for its dialog. */
  async promptForApproval(play: Play): Promise<Task> {
    const task = await this.prompt(play);
    const calledAt = await task.when("called");
    this.truth(
      "approval asked",
      "waiting_approval",
      await this.pane.untilScreen(this.agent.screens.approval),
      calledAt,
    );
    await this.settle();
    return task;
  }

  /** Interrupts a turn in which the model says nothing. An agent that would wait on for its first word is ended. */
  async interruptSilent(task: Task): Promise<void> {
    if (this.agent.leavesModelLate) this.kill();
    else await this.interrupt(task);
  }

  /**
   * Interrupts a turn in which the model answers; returns when the keys that worked were sent. It tries several times: a
   * busy program that reads two Esc late may take them for one.
   */
  async interrupt(task: Task): Promise<number> {
    for (let tries = 0; tries < INTERRUPTS; tries += 1) {
      const from = Date.now();
      const sentAt = await this.pane.press(this.agent.keys.interrupt);
      const left = task.when("left", from).then(() => true);
      if (await Promise.race([left, this.passed(LEAVES_MS, from)])) return sentAt;
    }
    throw new Error(`it does not let go of the model:\n${this.pane.screen()}`);
  }

  /** Resolves to false after this time, or as much later as the machine is slower meanwhile. */
  private async passed(ms: number, since: number): Promise<false> {
    while (Date.now() < since + ms * this.model.slowness.between(since, Date.now())) await sleep(250);
    return false;
  }

  private close(at: number): void {
    this.spans.push(...this.open.filter(({ from }) => from <= at).map((span) => ({ ...span, to: at })));
    this.open = [];
  }
}

let tasks = 0;

/** Words in a prompt by which the model knows what to play. */
export class Task {
  readonly name: string;
  private readonly model: ModelServer;

  constructor(model: ModelServer) {
    tasks += 1;
    this.name = `task-${String(tasks).padStart(4, "0")}`;
    this.model = model;
  }

  when(did: ModelEvent["did"], since?: number): Promise<number> {
    return this.model.when(this.name, did, since);
  }
}

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import { killDaemon } from "../support/daemon-life.ts";
import { events } from "../support/event-log.ts";
import { type Ran, Sandbox, until } from "../support/sandbox.ts";
import { SshClient, SshHost } from "../support/ssh-host.ts";
import { StreamClient } from "../support/stream-client.ts";
import type { Agent, House } from "./agent.ts";
import { AgentPane } from "./agent-pane.ts";
import { CACHE, install } from "./install.ts";
import { BOUND_MS, judge, type Sample, type Span } from "./judge.ts";
import { endLeftovers } from "./leftovers.ts";
import { ModelServer } from "./model/model-server.ts";
import { here, overSsh, type Place } from "./place.ts";
import { falseAndMissed, type Rings } from "./rings.ts";
import type { Scene } from "./scenes.ts";
import { Sightings } from "./sightings.ts";
import type { Shown, Situation } from "./situations.ts";
import { LOOKED_FOR_MS, Stage } from "./stage.ts";

export interface RunOptions {
  /** Keep the agent's home and what the daemon knows; no process is kept. */
  keep: boolean;
  /** Where the agents run. */
  over: "here" | "ssh";
  /** How long a state may take to get right, if not as long as anybody would wait. */
  patienceMs?: number;
  /** Settings of the daemon, as variables. */
  settings?: Record<string, string>;
  onStage?(stage: Stage): void;
  report(line: string): void;
}

/** A sandbox with a daemon, a follower of its stream and a model, for one agent. */
export class Run {
  readonly samples: Sample[] = [];
  readonly rings: Rings[] = [];
  readonly agent: Agent;
  readonly model: ModelServer;
  private readonly options: RunOptions;
  private readonly box: Sandbox;
  private readonly vm: SshHost | null;
  private readonly place: Place;
  private readonly installed: string;
  readonly sightings: Sightings;
  private stream: StreamClient | null = null;
  private house: House | null = null;
  private bareHouse: House | null = null;

  static async begin(agent: Agent, options: RunOptions): Promise<Run> {
    const installed = install(agent);
    const vm = options.over === "ssh" ? await machine() : null;
    const box = new Sandbox({
      AGTMUX_NOTHING_NEW_AFTER: NOTHING_NEW_AFTER,
      ...options.settings,
      ...(vm !== null && { AGTMUX_SSH_CONFIG: vm.sshConfig }),
    });
    // without a session there is no server for the daemon to watch
    (vm ?? box).session("first");
    await box.startDaemon();
    if (vm !== null) await addTarget(box, vm);
    const model = await ModelServer.start(agent.tool, vm?.ourAddress ?? "127.0.0.1");
    if (agent.isOnlySeen) model.thinkingMs = LOOKED_FOR_MS;
    const run = new Run(agent, options, installed, { box, vm, model });
    await run.follow();
    return run;
  }

  private constructor(
    agent: Agent,
    options: RunOptions,
    installed: string,
    { box, vm, model }: { box: Sandbox; vm: SshHost | null; model: ModelServer },
  ) {
    this.agent = agent;
    this.options = options;
    this.installed = installed;
    this.box = box;
    this.vm = vm;
    this.place = vm === null ? here(box) : overSsh(vm);
    this.model = model;
    this.sightings = new Sightings(agent.name);
  }

  /** A pane for the agent, with our hooks or without any. */
  async stage(name: string, { isHooked = true } = {}): Promise<Stage> {
    const pane = await AgentPane.open(this.place, this.agent, this.houseOf(isHooked), name);
    const stage = new Stage(this.agent, pane, this, this.options.patienceMs);
    this.options.onStage?.(stage);
    return stage;
  }

  async stopDaemon(): Promise<void> {
    this.stream?.socket.terminate();
    await this.box.agtmux(["daemon", "stop"]);
  }

  async killDaemon(): Promise<void> {
    this.stream?.socket.terminate();
    await killDaemon(this.box);
  }

  /** When it answers again. */
  async startDaemon(): Promise<number> {
    await this.box.startDaemon();
    const startedAt = Date.now();
    await this.follow();
    return startedAt;
  }

  async restartDaemon(): Promise<number> {
    this.stream?.socket.terminate();
    const { code, stderr } = await this.box.agtmux(["daemon", "restart"]);
    if (code !== 0) throw new Error(`the daemon does not restart: ${stderr}`);
    const startedAt = Date.now();
    await this.follow();
    return startedAt;
  }

  /** Runs a command as a person would beside the agent. */
  agtmux(args: string[], input?: string): Promise<Ran> {
    return this.box.agtmux(args, { ...(input !== undefined && { input }) });
  }

  daemonLog(): string[] {
    return this.box.log().split("\n");
  }

  /** The daemon's present state of a pane. */
  shown(paneId: string): Shown | undefined {
    return this.sightings.last(paneId)?.shown;
  }

  /** Whether the daemon calls for an answer in a pane: what only a screen shows calls a moment later than it is shown. */
  isAsking(paneId: string): boolean {
    const kind = this.sightings.last(paneId)?.item.attention?.kind;
    return kind === "approval" || kind === "input";
  }

  /** Since when nothing new has come from the agent in a pane, as the daemon tells it. */
  nothingNewSince(paneId: string): number | null {
    return this.sightings.last(paneId)?.item.nothing_new_since ?? null;
  }

  /** Until the daemon tells this many commands in the background beside a pane. */
  async untilShells(paneId: string, shells: number): Promise<void> {
    const told = () => this.sightings.last(paneId)?.item.doing?.background?.shells ?? 0;
    await until(
      () => told() === shells,
      () => `${told()} shells are told, not ${shells}`,
      SHELLS_MS,
    );
  }

  /** One scene of a conversation, unless the agent has none of it; where it fails, the next begins with a new agent. */
  async scene(scene: Scene, stage: Stage): Promise<void> {
    if (scene.covers.every((situation) => this.agent.absent[situation] !== undefined)) return;
    const isPlayed = await this.part(scene.covers, [stage], async () => {
      // inside of the part: an agent that does not start fails this scene alone
      if (!stage.isLaunched) await stage.launch();
      await scene.play(stage, this);
      await stage.settle();
      stage.end();
    });
    if (!isPlayed) stage.kill();
  }

  /** Plays one part and judges what was shown; if it cannot be played, its situations count as wrong. */
  async part(covers: readonly Situation[], stages: readonly Stage[], play: () => Promise<void>): Promise<boolean> {
    const seenBefore = stages.map(({ spans }) => spans.length);
    const calls = stages.map((stage) => callsFrom(stage));
    const startedAt = Date.now();
    let failure: Error | null = null;
    try {
      await play();
    } catch (error) {
      failure = error as Error;
      for (const stage of stages) stage.abandon();
      this.model.instead = null;
    }
    const samples = stages.flatMap(({ spans }, index) =>
      spans.slice(seenBefore[index]).map((span) => judge(span, this.sightings.of(span.paneId), this.boundFor(span))),
    );
    if (failure !== null) samples.push(...covers.map((situation) => unplayed(situation, failure.message)));
    this.samples.push(...samples);
    for (const sample of samples) this.options.report(lineFor(this.agent, sample));
    if (failure === null) await this.countRings(covers, stages, calls, startedAt);
    if (samples.some(({ verdict }) => verdict !== "right")) await this.explain(covers[0] ?? "start", stages);
    return failure === null;
  }

  /** Checks that each message was raised exactly once by the end, by however many sources it came. */
  errands(stages: readonly Stage[]): void {
    for (const { situation, paneId, kind, message, from, to = Date.now() } of stages.flatMap(
      (stage) => stage.errands,
    )) {
      const [heard] = events(this.box).filter((event) => event.pane_id === paneId && event.message === message);
      const later = this.sightings.of(paneId).filter(({ at }) => at >= from && at < to);
      const raised = new Map(
        later.flatMap(({ item: { attention } }) =>
          // later questions of the same pane are of the same kind
          attention?.kind === kind && attention.message === message
            ? [[attention.attention_id, attention.message]]
            : [],
        ),
      );
      const isRight = heard !== undefined && raised.size === 1 && raised.values().next().value === message;
      const sample: Sample = {
        situation,
        verdict: isRight ? "right" : "wrong",
        latencyMs: isRight ? Math.max(0, heard.ingested_at - from) : null,
        wrongMs: 0,
        prompt: null,
        told: `raised was ${JSON.stringify([...raised.values()])}`,
      };
      this.samples.push(sample);
      this.options.report(lineFor(this.agent, sample));
    }
  }

  async end(): Promise<void> {
    this.stream?.socket.terminate();
    await this.model.close();
    await (this.options.keep ? this.box.halt() : this.box.dispose());
    await this.vm?.dispose();
    endLeftovers(runFolder(this.agent));
    if (this.options.keep) this.options.report(`kept: ${this.house?.home} ${this.box.dir}`);
    else await removeFolder(runFolder(this.agent));
  }

  /** How late a state may be: as much later as the machine was slower meanwhile. */
  private boundFor({ from }: Span): number {
    const { patienceMs = BOUND_MS } = this.options;
    return patienceMs * this.model.slowness.between(from, from + patienceMs);
  }

  private async follow(): Promise<void> {
    const stream = new StreamClient(`ws+unix://${join(this.box.home, "agtmuxd.sock")}:/v1/stream`);
    await until(() => stream.messages.length > 0);
    this.sightings.follow(stream);
    this.stream = stream;
  }

  private houseOf(isHooked: boolean): House {
    const { agent, installed, place, model } = this;
    if (isHooked) this.house ??= buildHouse(agent, { installed, place, model, isHooked, name: "hooked" });
    else this.bareHouse ??= buildHouse(agent, { installed, place, model, isHooked, name: "bare" });
    return (isHooked ? this.house : this.bareHouse) as House;
  }

  /** Compares the calls of a part with those that were due; a call may come a moment later than its state. */
  private async countRings(
    covers: readonly Situation[],
    stages: readonly Stage[],
    calls: readonly (() => ExpectedCalls)[],
    startedAt: number,
  ): Promise<void> {
    const [situation] = covers;
    if (situation === undefined) return;
    for (const [index, stage] of stages.entries()) {
      const expected = calls[index]?.() ?? { due: [], possible: [] };
      const compare = () => falseAndMissed(expected, this.sightings.of(stage.pane.id), startedAt);
      const patienceMs = RING_PATIENCE_MS * this.model.slowness.between(startedAt, Date.now());
      await until(() => compare().missed.length === 0, undefined, patienceMs).catch(() => undefined);
      const rings = { situation, ...compare() };
      this.rings.push(rings);
      if (rings.false.length + rings.missed.length > 0)
        this.options.report(
          `${this.agent.name} · ${situation} · rang falsely [${rings.false.join(", ")}], not for [${rings.missed.join(", ")}]`,
        );
    }
  }

  /** For whoever mends it: what the daemon believes, and why. */
  private async explain(name: string, stages: readonly Stage[]): Promise<void> {
    if (!this.options.keep) return;
    for (const { pane } of stages) {
      const ref = this.sightings.last(pane.id)?.item.ref ?? pane.id;
      const { stdout, stderr } = await this.box.agtmux(["explain", ref]);
      const path = join(pane.house.home, `explained-${name.replaceAll(/\W+/g, "-")}-${pane.id.slice(1)}.txt`);
      writeFileSync(path, `${stdout}${stderr}\n${pane.screen()}\n`);
    }
  }
}

interface ExpectedCalls {
  due: readonly AttentionKind[];
  possible: readonly AttentionKind[];
}

/** The calls that a stage expects from now on. */
function callsFrom({ dueCalls, possibleCalls }: Stage): () => ExpectedCalls {
  const [due, possible] = [dueCalls.length, possibleCalls.length];
  return () => ({ due: dueCalls.slice(due), possible: possibleCalls.slice(possible) });
}

async function machine(): Promise<SshHost> {
  return SshHost.start("vm1", new SshClient(), {});
}

async function addTarget(box: Sandbox, vm: SshHost): Promise<void> {
  const { code, stderr } = await box.agtmux(["target", "add", vm.alias, "--kind", "ssh"]);
  if (code !== 0) throw new Error(`${vm.alias} is not added: ${stderr}`);
}

interface HousePlan {
  installed: string;
  place: Place;
  model: ModelServer;
  isHooked: boolean;
  name: string;
}

function buildHouse(agent: Agent, { installed, place, model, isHooked, name }: HousePlan): House {
  const folder = join(runFolder(agent), name);
  rmSync(folder, { recursive: true, force: true });
  const home = join(folder, "home");
  const house: House = {
    home,
    work: join(folder, "work"),
    tmp: join(folder, "tmp"),
    installed,
    agtmuxHome: place.home,
    modelUrl: model.url,
    isHooked,
    hook: (event, verb = "hook") => `${join(place.home, "bin", "agtmux")} ${verb} ${agent.name} ${event}`,
    ownEndHook: `sh ${join(home, "own-end-hook")}`,
  };
  for (const each of [house.home, house.work, house.tmp]) mkdirSync(each, { recursive: true });
  spawnSync("git", ["init", "-q", "-b", "main", house.work]);
  writeFileSync(join(home, "own-end-hook"), OWN_END_HOOK);
  agent.furnish(house);
  return house;
}

/** The user's own hook at the end of a turn. If a trial asks for it, it sleeps or keeps the agent from stopping, once. */
const OWN_END_HOOK = `cat >/dev/null
cd "\${0%/*}" || exit 0
if [ -f end-sleep ]; then
  seconds=$(cat end-sleep)
  rm end-sleep
  sleep "$seconds"
  : >end-slept
fi
if [ -f end-block ]; then
  cat end-block
  rm end-block
fi
`;

/** Not under /tmp: there Codex writes without asking. */
function runFolder(agent: Agent): string {
  return join(CACHE, "runs", `${agent.name}-${process.pid}`);
}

/** Retries, since a program that is ending there may still write. */
async function removeFolder(folder: string): Promise<void> {
  const isRemoved = () => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch {
      return false;
    }
  };
  await until(isRemoved, () => `${folder} cannot be removed`);
}

function unplayed(situation: Situation, told: string): Sample {
  return { situation, verdict: "wrong", latencyMs: null, wrongMs: 0, prompt: null, told };
}

/** Ten minutes are too long to wait for here. */
const NOTHING_NEW_AFTER = "30s";

/** How soon commands in the background are told once the turn is over. */
const SHELLS_MS = 3_000;

/** How long a call may take beyond the state that it is for. */
const RING_PATIENCE_MS = 3_000;

/** Later than this is worth a look, though it is right. */
const GOAL_MS = 300;

function lineFor(agent: Agent, { situation, verdict, latencyMs, told }: Sample): string {
  const line = `${agent.name} · ${situation} · ${verdict}${latencyMs === null ? "" : ` after ${Math.round(latencyMs)} ms`}`;
  return verdict === "right" && (latencyMs ?? 0) <= GOAL_MS ? line : `${line}\n    ${told}`;
}

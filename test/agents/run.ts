import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { events } from "../support/event-log.ts";
import { type Ran, Sandbox, until } from "../support/sandbox.ts";
import { StreamClient } from "../support/stream-client.ts";
import type { Agent, House } from "./agent.ts";
import { AgentPane } from "./agent-pane.ts";
import { CACHE, install } from "./install.ts";
import { judge, type Sample } from "./judge.ts";
import { ModelServer } from "./model/model-server.ts";
import type { Scene } from "./scenes.ts";
import { Sightings } from "./sightings.ts";
import type { Shown, Situation } from "./situations.ts";
import { Stage } from "./stage.ts";

export interface RunOptions {
  /** Keep the agent's home and what the daemon knows. */
  keep: boolean;
  report(line: string): void;
}

/** A sandbox with a daemon, a follower of its stream and a model, for one agent. */
export class Run {
  readonly samples: Sample[] = [];
  readonly agent: Agent;
  private readonly options: RunOptions;
  private readonly box: Sandbox;
  private readonly house: House;
  private readonly model: ModelServer;
  private readonly stream: StreamClient;
  private readonly sightings: Sightings;

  static async begin(agent: Agent, options: RunOptions): Promise<Run> {
    const installed = install(agent);
    const box = new Sandbox();
    // without a session there is no server for the daemon to watch
    box.session("first");
    await box.startDaemon();
    const model = await ModelServer.start(agent.tool);
    const house = buildHouse(agent, installed, box, model);
    const stream = new StreamClient(`ws+unix://${join(box.home, "agtmuxd.sock")}:/v1/stream`);
    await until(() => stream.messages.length > 0);
    return new Run(agent, options, box, house, model, stream);
  }

  private constructor(
    agent: Agent,
    options: RunOptions,
    box: Sandbox,
    house: House,
    model: ModelServer,
    stream: StreamClient,
  ) {
    this.agent = agent;
    this.options = options;
    this.box = box;
    this.house = house;
    this.model = model;
    this.stream = stream;
    this.sightings = new Sightings(stream, agent.name);
  }

  async stage(name: string): Promise<Stage> {
    const pane = await AgentPane.open(this.box, this.agent, this.house, name);
    return new Stage(this.agent, pane, this.model, this.sightings);
  }

  /** What a person would run beside the agent. */
  agtmux(args: string[], input?: string): Promise<Ran> {
    return this.box.agtmux(args, { ...(input !== undefined && { input }) });
  }

  /** What the daemon shows for a pane now. */
  shown(paneId: string): Shown | undefined {
    return this.sightings.last(paneId)?.shown;
  }

  /** One scene of a conversation, unless the agent has none of it; where it fails, the next begins with a new agent. */
  async scene(scene: Scene, stage: Stage): Promise<void> {
    if (scene.covers.every((situation) => this.agent.absent[situation] !== undefined)) return;
    const isPlayed = await this.part(scene.covers, [stage], async () => {
      await scene.play(stage);
      await stage.settle();
      stage.end();
    });
    if (isPlayed) return;
    stage.pane.kill();
    await stage.pane.launch();
  }

  /** What a part of the play showed; where it cannot be played, its situations are wrong. */
  async part(covers: readonly Situation[], stages: readonly Stage[], play: () => Promise<void>): Promise<boolean> {
    const seenBefore = stages.map(({ spans }) => spans.length);
    let failure: Error | null = null;
    try {
      await play();
    } catch (error) {
      failure = error as Error;
      for (const stage of stages) stage.abandon();
      this.model.instead = null;
    }
    const samples = stages.flatMap(({ spans }, index) =>
      spans.slice(seenBefore[index]).map((span) => judge(span, this.sightings.of(span.paneId))),
    );
    if (failure !== null) samples.push(...covers.map((situation) => unplayed(situation, failure.message)));
    this.samples.push(...samples);
    for (const sample of samples) this.options.report(lineFor(this.agent, sample));
    if (samples.some(({ verdict }) => verdict !== "right")) await this.explain(covers[0] ?? "start", stages);
    return failure === null;
  }

  /** What was said once must be raised once by the end, by however many ways it came in. */
  errands(stages: readonly Stage[]): void {
    for (const { situation, paneId, kind, message, from } of stages.flatMap((stage) => stage.errands)) {
      const [heard] = events(this.box).filter((event) => event.pane_id === paneId && event.message === message);
      const later = this.sightings.of(paneId).filter(({ at }) => at >= from);
      const raised = new Map(
        later.flatMap(({ item: { attention } }) =>
          attention?.kind === kind ? [[attention.attention_id, attention.message]] : [],
        ),
      );
      const isRight = heard !== undefined && raised.size === 1 && raised.values().next().value === message;
      const sample: Sample = {
        situation,
        verdict: isRight ? "right" : "wrong",
        latencyMs: isRight ? Math.max(0, heard.ingested_at - from) : null,
        prompt: null,
        told: `raised was ${JSON.stringify([...raised.values()])}`,
      };
      this.samples.push(sample);
      this.options.report(lineFor(this.agent, sample));
    }
  }

  async end(): Promise<void> {
    this.stream.socket.terminate();
    await this.model.close();
    if (this.options.keep) this.options.report(`kept: ${this.house.home} ${this.box.dir}`);
    if (this.options.keep) return;
    await this.box.dispose();
    await removeFolder(runFolder(this.agent));
  }

  /** For whoever mends it: what the daemon believes, and why. */
  private async explain(name: string, stages: readonly Stage[]): Promise<void> {
    if (!this.options.keep) return;
    for (const { pane } of stages) {
      const ref = this.sightings.last(pane.id)?.item.ref ?? pane.id;
      const { stdout, stderr } = await this.box.agtmux(["explain", ref]);
      const path = join(this.house.home, `explained-${name.replaceAll(/\W+/g, "-")}-${pane.id.slice(1)}.txt`);
      writeFileSync(path, `${stdout}${stderr}\n${pane.screen()}\n`);
    }
  }
}

function buildHouse(agent: Agent, installed: string, box: Sandbox, model: ModelServer): House {
  const folder = runFolder(agent);
  rmSync(folder, { recursive: true, force: true });
  const house: House = {
    home: join(folder, "home"),
    work: join(folder, "work"),
    tmp: join(folder, "tmp"),
    installed,
    agtmuxHome: box.home,
    modelUrl: model.url,
    hook: (event) => `${join(box.home, "bin", "agtmux")} hook ${agent.name} ${event}`,
  };
  for (const each of [house.home, house.work, house.tmp]) mkdirSync(each, { recursive: true });
  spawnSync("git", ["init", "-q", "-b", "main", house.work]);
  agent.furnish(house);
  return house;
}

/** Not under /tmp: there Codex writes without asking. */
function runFolder(agent: Agent): string {
  return join(CACHE, "runs", `${agent.name}-${process.pid}`);
}

/** What ran in there may write a last word while it goes. */
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
  return { situation, verdict: "wrong", latencyMs: null, prompt: null, told };
}

/** Later than this is worth a look, though it is right. */
const GOAL_MS = 300;

function lineFor(agent: Agent, { situation, verdict, latencyMs, told }: Sample): string {
  const line = `${agent.name} · ${situation} · ${verdict}${latencyMs === null ? "" : ` after ${Math.round(latencyMs)} ms`}`;
  return verdict === "right" && (latencyMs ?? 0) <= GOAL_MS ? line : `${line}\n    ${told}`;
}

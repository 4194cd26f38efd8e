import type { z } from "zod";
import { maySpawnIn } from "../../core/mcp/permissions.ts";
import type {
  Actor,
  InterruptReport,
  InterruptRequest,
  SendReport,
  SendRequest,
} from "../../core/protocol/actions/actions.ts";
import type { AnswerReport, AnswerRequest } from "../../core/protocol/actions/questions.ts";
import type { QueueAddRequest, QueueReport } from "../../core/protocol/actions/queue.ts";
import type { Disposed, Spawned, SpawnedBy, SpawnRequest, SpawnWords } from "../../core/protocol/actions/spawn.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf, State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ToolInput } from "../../core/protocol/mcp/tools.ts";
import type { Sender } from "../actions/send.ts";
import type { AgentsInReach } from "./agents-in-reach.ts";
import type { Caller } from "./callers.ts";
import type { Limits } from "./limits.ts";
import type { Result } from "./look-tools.ts";

export interface ActDeps {
  actions: {
    send(request: z.output<typeof SendRequest>, sender: Sender, signal: AbortSignal): Promise<SendReport>;
    interrupt(request: z.output<typeof InterruptRequest>, actor: Actor, signal: AbortSignal): Promise<InterruptReport>;
  };
  answers: {
    answer(request: z.output<typeof AnswerRequest>, actor: Actor, signal: AbortSignal): Promise<AnswerReport>;
  };
  queues: { add(request: z.output<typeof QueueAddRequest>, actor: Actor): Promise<QueueReport> };
  spawner: {
    spawn(request: SpawnRequest, actor: Actor, spawnedBy?: SpawnedBy): Promise<Spawned>;
    dispose(ref: string, actor: Actor): Promise<Disposed>;
  };
  presets: Readonly<Record<string, SpawnWords>>;
  /** Agents that can be started. */
  agents: readonly string[];
  limits: Limits;
  /** Where a directory of that target really is; null if there is none. */
  findDirectory(target: string, path: string): Promise<string | null>;
  /** Resolves with a spawned agent once it is seen in its pane; null if that takes too long. */
  untilSeen(target: string, paneId: string): Promise<PaneItem | null>;
}

/** One call of a tool that acts. */
export interface Act {
  caller: Caller;
  reach: AgentsInReach;
  signal: AbortSignal;
}

/** How long to wait for the agent to begin. */
const BEGINS_MS = 15_000;

export async function send({ ref, text }: ToolInput<"send">, act: Act, deps: ActDeps): Promise<Result> {
  const { caller, reach, signal } = act;
  const item = reach.findToAct(ref);
  requireNoAsk(item);
  const depth = deps.limits.nextDepth(depthOf(act, deps));
  const runtimeId = item.runtime_id ?? "";
  const takeBack = deps.limits.note(runtimeId, caller.actor.agent?.place ?? caller.name, depth);
  const request = {
    ref: item.ref,
    text: `${signature(caller)} ${text}`,
    enter: true,
    over_draft: false,
    into_dialog: false,
    allow_changes: false,
    // what it asks its person in the meantime is not answered by this
    guards: { if_runtime: runtimeId, if_state: State.options.filter((state) => phaseOf(state) !== "ask") },
    wait: "accepted" as const,
    timeout_ms: BEGINS_MS,
  };
  try {
    const { state } = await deps.actions.send(request, { actor: caller.actor, manner: "unwatched" }, signal);
    return { ref: item.ref, sent: true, state, next: "wait_for until it has settled, then get_agent for its words" };
  } catch (error) {
    const { code, details } = asFault(error);
    if (details.phases === undefined) takeBack();
    if (code !== "E_TIMEOUT" || details.phases === undefined) throw error;
    const next = "it is typed and sent, but the agent has not begun: wait_for it, and do not send it again";
    return { ref: item.ref, sent: true, state: details.state ?? item.state, next };
  }
}

export async function queue({ ref, text, after }: ToolInput<"queue">, act: Act, deps: ActDeps): Promise<Result> {
  const { caller, reach } = act;
  const item = reach.findToAct(ref);
  const awaited = after === undefined ? undefined : reach.find(after).ref;
  const depth = deps.limits.nextDepth(depthOf(act, deps));
  const takeBack = deps.limits.note(item.runtime_id ?? "", caller.actor.agent?.place ?? caller.name, depth);
  const request = { ref: item.ref, text: `${signature(caller)} ${text}`, keep: false, allow_changes: false };
  try {
    const added = await deps.queues.add({ ...request, ...(awaited !== undefined && { after: awaited }) }, caller.actor);
    const { prompts, waits_for } = added.queue;
    return { ref: item.ref, queued: true, prompts_waiting: prompts.length, waits_for };
  } catch (error) {
    takeBack();
    throw error;
  }
}

export async function interrupt({ ref }: ToolInput<"interrupt">, act: Act, deps: ActDeps): Promise<Result> {
  const item = act.reach.findToAct(ref);
  const guards = { if_runtime: item.runtime_id ?? "" };
  const { ended, state } = await deps.actions.interrupt({ ref: item.ref, guards }, act.caller.actor, act.signal);
  return { ref: item.ref, ended, state };
}

export async function answer({ ref, answer: words }: ToolInput<"answer">, act: Act, deps: ActDeps): Promise<Result> {
  const { caller, reach, signal } = act;
  if (!caller.permissions.answer)
    throw new Fault("E_NOT_ALLOWED", "you may not answer what other agents ask their person: that is for the person");
  const item = reach.findToAct(ref);
  const guards = { if_runtime: item.runtime_id ?? "" };
  const request = { ref: item.ref, answer: words, close: false, as_text: false, guards };
  const { answered, state } = await deps.answers.answer(request, caller.actor, signal);
  return { ref: item.ref, answered, state };
}

export async function spawn(asked: ToolInput<"spawn">, act: Act, deps: ActDeps): Promise<Result> {
  const { caller, reach } = act;
  const { permissions, agent: own, directory } = caller;
  if (!permissions.spawn) throw new Fault("E_NOT_ALLOWED", "you may not start agents");
  const preset = Object.hasOwn(deps.presets, asked.agent) ? deps.presets[asked.agent] : undefined;
  if (preset === undefined && !deps.agents.includes(asked.agent)) {
    const known = [...deps.agents, ...Object.keys(deps.presets)].join(", ");
    throw new Fault("E_INVALID_INPUT", `agent: "${asked.agent}" is neither an agent nor a preset; there are ${known}`);
  }
  const target = preset?.target ?? own?.item.identity.target ?? "host";
  const workspace = preset?.workspace ?? (await folderFor(asked.workspace ?? directory, target, caller, deps));
  const depth = deps.limits.nextDepth(Math.max(reach.generation(), depthOf(act, deps)));
  const prompt = asked.prompt === undefined ? preset?.prompt : `${signature(caller)} ${asked.prompt}`;
  const spawned = await deps.spawner.spawn(
    {
      target,
      agent: preset?.agent ?? asked.agent,
      workspace,
      args: preset?.args ?? [],
      ...(own !== null && { session: own.item.identity.session_name }),
      ...(preset?.session !== undefined && { session: preset.session }),
      ...((asked.worktree ?? preset?.worktree) !== undefined && { worktree: asked.worktree ?? preset?.worktree }),
      ...(prompt !== undefined && { prompt }),
    },
    caller.actor,
    spawnerOf(caller),
  );
  const item = await deps.untilSeen(spawned.target, spawned.pane_id);
  if (item !== null && prompt !== undefined)
    deps.limits.note(item.runtime_id ?? "", caller.actor.agent?.place ?? caller.name, depth);
  return {
    ref: spawned.ref,
    session_id: spawned.session_id,
    workspace: spawned.workspace,
    ...(spawned.worktree !== null && { branch: spawned.worktree.branch }),
    state: item?.state ?? "unknown",
    ...(spawned.warnings.length > 0 && { warnings: spawned.warnings }),
    next: "wait_for until it has settled, then get_agent for its words; dispose of it when it is no longer needed",
  };
}

/** Where the folder really is, if an agent may be started there: a link in its own directory may lead anywhere. */
async function folderFor(
  workspace: string | null,
  target: string,
  { permissions, directory }: Caller,
  { findDirectory }: ActDeps,
): Promise<string> {
  if (workspace === null) throw new Fault("E_INVALID_INPUT", "workspace: you are in no directory, so name one");
  const refusal = (where: string) =>
    new Fault(
      "E_NOT_ALLOWED",
      `you may not start an agent in ${where}: only where you work (${directory ?? "nowhere"}), and below it`,
      { workspace: where },
    );
  if (!maySpawnIn(permissions, workspace, directory)) throw refusal(workspace);
  const find = (path: string) => findDirectory(target, path);
  const place = await find(workspace);
  if (place === null) throw new Fault("E_WORKSPACE", `${workspace} is no directory there`, { workspace });
  if (permissions.spawn_in === null) return place;
  const others = await Promise.all(permissions.spawn_in.map(find));
  const really = { ...permissions, spawn_in: others.filter((each) => each !== null) };
  if (!maySpawnIn(really, place, directory === null ? null : await find(directory))) throw refusal(place);
  return place;
}

export async function dispose({ ref }: ToolInput<"dispose">, act: Act, deps: ActDeps): Promise<Result> {
  const { session_id } = act.reach.findSpawned(ref);
  const { removed, kept } = await deps.spawner.dispose(session_id, act.caller.actor);
  return { disposed: true, removed, kept };
}

/** A text would answer it, and that is another permission. */
function requireNoAsk({ state, agent, ref }: PaneItem): void {
  if (phaseOf(state) !== "ask") return;
  const words = `${agent} asks its person something (${state}), which a prompt would answer: wait until the person has answered`;
  throw new Fault("E_GUARD_STATE", words, { ref, state });
}

/** The first words of what another agent is told: no slash command of its own can be at the start. */
function signature({ actor, name }: Caller): string {
  const { agent } = actor;
  return agent === undefined ? `[from ${name}]` : `[from ${agent.name} in ${agent.place}]`;
}

function depthOf({ caller, reach }: Act, { limits }: ActDeps): number {
  const runtimeId = caller.agent?.runtime.runtime_id;
  return runtimeId === undefined ? 0 : Math.max(reach.generation(), limits.depthOf(runtimeId));
}

function spawnerOf({ agent, name }: Caller): SpawnedBy | undefined {
  if (agent === null) return undefined;
  const { item, runtime } = agent;
  const { target, pane_id } = item.identity;
  return { agent: name, target, pane_id, server_pid: runtime.server_pid, runtime_id: runtime.runtime_id };
}

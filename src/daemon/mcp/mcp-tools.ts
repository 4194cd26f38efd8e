import type { z } from "zod";
import type { ActionName, Actor } from "../../core/protocol/actions/actions.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import {
  type CallerPlace,
  isToolName,
  type McpStatus,
  TOOLS,
  type ToolChanges,
  type ToolInput,
  type ToolName,
  type ToolReport,
} from "../../core/protocol/mcp/tools.ts";
import { type AuditLog, brief } from "../actions/audit-log.ts";
import { type Act, type ActDeps, answer, dispose, interrupt, queue, send, spawn } from "./act-tools.ts";
import { AgentsInReach, type ReachDeps } from "./agents-in-reach.ts";
import { type Caller, type Callers, countedAs } from "./callers.ts";
import { untilChanged } from "./changes.ts";
import {
  diff,
  getAgent,
  type LookDeps,
  listAgents,
  type Result,
  readConversation,
  readOutput,
  search,
} from "./look-tools.ts";
import { type WaitDeps, waitFor } from "./wait-for.ts";

export interface McpToolsDeps extends Omit<LookDeps, "actions">, Omit<ActDeps, "actions">, ReachDeps {
  actions: LookDeps["actions"] & ActDeps["actions"];
  callers: Callers;
  audit: AuditLog;
  isOff: boolean;
  waiting: WaitDeps;
  onChange(listener: () => void): () => void;
}

const ACTIONS: Partial<Record<ToolName, ActionName>> = {
  send: "send",
  queue: "queue",
  interrupt: "interrupt",
  answer: "answer",
  spawn: "spawn",
  dispose: "dispose",
};

/** Tools by which agents look at and act on each other. Who may what is decided here, for every caller. */
export class McpTools {
  private readonly deps: McpToolsDeps;

  constructor(deps: McpToolsDeps) {
    this.deps = deps;
  }

  /** A call of `agtmux mcp`, over the daemon's own socket. */
  async callAt(place: CallerPlace, name: string, input: unknown, signal: AbortSignal): Promise<ToolReport> {
    return this.call(await this.deps.callers.atSocket(place), name, input, signal);
  }

  /** A call over HTTP, by a client with a key. */
  callBy(actor: Actor, name: string, input: unknown, signal: AbortSignal): Promise<ToolReport> {
    return this.call(this.deps.callers.overHttp(actor), name, input, signal);
  }

  changesAt(place: CallerPlace, after: string | null, signal: AbortSignal): Promise<ToolChanges> {
    return this.changes(() => this.deps.callers.atSocket(place), after, signal);
  }

  changesBy(actor: Actor, after: string | null, signal: AbortSignal): Promise<ToolChanges> {
    return this.changes(async () => this.deps.callers.overHttp(actor), after, signal);
  }

  status(): McpStatus {
    return { schema_version: 1, paused: this.deps.limits.isPaused, is_off: this.deps.isOff };
  }

  pause(paused: boolean): McpStatus {
    this.deps.limits.pause(paused);
    return this.status();
  }

  private changes(find: () => Promise<Caller>, after: string | null, signal: AbortSignal): Promise<ToolChanges> {
    const { onChange } = this.deps;
    const visible = async () => new AgentsInReach(await find(), this.deps).visible();
    return untilChanged(after, { onChange, visible }, signal);
  }

  private async call(caller: Caller, name: string, input: unknown, signal: AbortSignal): Promise<ToolReport> {
    if (!isToolName(name))
      throw new Fault("E_NOT_FOUND", `there is no tool ${name}; there are ${Object.keys(TOOLS).join(", ")}`);
    const parsed = TOOLS[name].input.safeParse(input ?? {});
    if (!parsed.success) throw new Fault("E_INVALID_INPUT", issuesOf(name, parsed.error));
    const reach = new AgentsInReach(caller, this.deps);
    const act = { caller, reach, signal };
    const result = TOOLS[name].acts
      ? await this.act(name, parsed.data, act)
      : await this.perform(name, parsed.data, act);
    return { schema_version: 1, result };
  }

  /** A call that is refused before it reaches an action is in the audit, too. */
  private async act(name: ToolName, input: unknown, act: Act): Promise<Result> {
    const { limits, audit } = this.deps;
    let isAudited = false;
    try {
      limits.requireActing();
      limits.count(countedAs(act.caller));
      return await this.perform(name, input, act);
    } catch (error) {
      isAudited = asFault(error).details.correlation_id !== undefined;
      if (!isAudited) {
        const ref = (input as { ref?: string }).ref ?? null;
        const asked = {
          action: ACTIONS[name] ?? "send",
          actor: act.caller.actor,
          ref,
          guards: {},
          request: { tool: name },
        };
        return await audit.record(asked, () => Promise.reject(error));
      }
      throw error;
    }
  }

  /** The input was parsed by the tool's own schema. */
  private async perform(name: ToolName, input: unknown, act: Act): Promise<Result> {
    const { reach, caller } = act;
    const { deps } = this;
    switch (name) {
      case "list_agents":
        return listAgents(input as ToolInput<"list_agents">, reach);
      case "get_agent":
        return getAgent(input as ToolInput<"get_agent">, reach, deps);
      case "read_output":
        return readOutput(input as ToolInput<"read_output">, reach, caller, deps);
      case "read_conversation":
        return readConversation(input as ToolInput<"read_conversation">, reach, deps);
      case "diff":
        return diff(input as ToolInput<"diff">, reach, caller, deps);
      case "search":
        return search(input as ToolInput<"search">, reach, caller, deps);
      case "wait_for":
        return this.wait(input as ToolInput<"wait_for">, act);
      case "send":
        return send(input as ToolInput<"send">, act, deps);
      case "queue":
        return queue(input as ToolInput<"queue">, act, deps);
      case "interrupt":
        return interrupt(input as ToolInput<"interrupt">, act, deps);
      case "answer":
        return answer(input as ToolInput<"answer">, act, deps);
      case "spawn":
        return spawn(input as ToolInput<"spawn">, act, deps);
      case "dispose":
        return dispose(input as ToolInput<"dispose">, act, deps);
      default:
        return name satisfies never;
    }
  }

  private async wait({ refs, until, timeout_seconds }: ToolInput<"wait_for">, { reach, signal }: Act): Promise<Result> {
    const agents = refs.map((ref) => reach.find(ref));
    if (agents.some((item) => reach.standingOf(item).isYou))
      throw new Fault("E_INVALID_INPUT", "refs: one of them is you, and you cannot wait for yourself");
    const found = await waitFor(agents, until, timeout_seconds * 1_000, this.deps.waiting, signal);
    if (found === null) {
      const still = agents.map((item) => ({ ref: item.ref, state: this.stateOf(item.identity) }));
      return { arrived: false, still, next: "call wait_for again, or go on with your own work" };
    }
    const { item, hasEnded } = found;
    if (hasEnded) return { arrived: true, ref: item.ref, agent: item.agent, state: "ended" };
    const said = item.message === "" ? {} : { says: brief(item.message) };
    return { arrived: true, ref: item.ref, agent: item.agent, state: item.state, ...said };
  }

  private stateOf({ target, pane_id }: { target: string; pane_id: string }): string {
    return this.deps.waiting.item(target, pane_id)?.state ?? "ended";
  }
}

function issuesOf(name: string, { issues }: z.ZodError): string {
  const words = issues.map(({ path, message }) => `${path.length === 0 ? "" : `${path.join(".")}: `}${message}`);
  return `${name}: ${words.join("; ")}`;
}

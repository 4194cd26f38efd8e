import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { describePane } from "../../core/actions/match-ref.ts";
import { planText, type Typing } from "../../core/adapter/delivery-plan.ts";
import { hasAdapter } from "../../core/lists/who.ts";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type {
  Queue,
  QueueAddRequest,
  QueuedAfter,
  QueuedPrompt,
  QueueEditRequest,
  QueueItem,
  QueueList,
  QueueMoveRequest,
  QueuePauseRequest,
  QueueReport,
  TellReport,
  TellRequest,
} from "../../core/protocol/actions/queue.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { changeQueue, findPrompt, type QueueChange } from "../../core/queue/queue.ts";
import { type AuditLog, brief } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import { findPane } from "../publish/refs.ts";
import type { QueueStore } from "./queue-store.ts";

export interface QueuesDeps {
  queues: QueueStore;
  fleet: Pick<Fleet, "all" | "item">;
  audit: AuditLog;
  clock: Clock;
  typingOf(agent: string): Typing;
  /** Whether the program in that pane has registered a place for messages. */
  hasInbox(target: string, paneId: string): boolean;
  /** Shows the agent's pane again. */
  review(runtimeId: string): void;
  /** Why the first prompt is not sent now. */
  waitsFor(queue: Queue): string;
  /** A queue has changed: something may be sent. */
  onChange(): void;
}

type AgentPane = PaneItem & { runtime_id: string; agent: string };

interface PlannedChange {
  queue: Queue;
  change: QueueChange;
  promptId: string | null;
  effect: string;
}

/** The changes that people and agents make to queues. Each is in the audit, with its actor. */
export class Queues {
  private readonly deps: QueuesDeps;

  constructor(deps: QueuesDeps) {
    this.deps = deps;
  }

  list(ref?: string): QueueList {
    const { queues, fleet } = this.deps;
    const runtimeId = ref === undefined ? null : findPane(ref, fleet.all()).runtime_id;
    const shown = queues.all().filter((queue) => ref === undefined || queue.runtime_id === runtimeId);
    return { schema_version: 1, generated_at: this.now(), items: shown.map((queue) => this.item(queue)) };
  }

  async add(
    request: z.output<typeof QueueAddRequest>,
    actor: Actor,
    channel: QueuedPrompt["channel"] = "prompt",
  ): Promise<QueueReport> {
    const { ref, text, after, keep, allow_changes, place } = request;
    const asked = { verb: "add", text: brief(text), ...(after !== undefined && { after }), keep };
    return this.record(asked, ref, actor, () => {
      const item = this.agentAt(ref);
      if (channel === "prompt") this.requireSendable(text, item.agent, allow_changes);
      const prompt: QueuedPrompt = {
        id: this.freeId(),
        text,
        after: after === undefined ? null : this.afterOf(after, item),
        keep,
        allow_changes,
        channel,
        added_at: this.now(),
        added_by: actor,
        state: { kind: "waiting" },
      };
      const queue = this.deps.queues.of(item.runtime_id) ?? emptyQueue(item);
      return { queue, change: { type: "add", prompt, place }, promptId: prompt.id, effect: "a prompt was added" };
    });
  }

  async tell({ ref, text }: z.output<typeof TellRequest>, actor: Actor): Promise<TellReport> {
    const asked = { ref, text, keep: false, allow_changes: false };
    if (this.readsInbox(ref)) return { ...(await this.add(asked, actor, "inbox")), channel: "inbox" };
    const report = await this.add(asked, actor);
    const [first] = report.queue.prompts;
    const { waits_for } = report.queue;
    const isNow = first === undefined || (first.id === report.prompt_id && (waits_for === "" || isSending(first)));
    return { ...report, channel: isNow ? "prompt" : "queue" };
  }

  async edit(id: string, { text, if_text }: z.output<typeof QueueEditRequest>, actor: Actor): Promise<QueueReport> {
    return this.recordFor(id, { verb: "edit", text: brief(text) }, actor, ({ queue, prompt }) => {
      if (if_text !== undefined && prompt.text !== if_text)
        throw new Fault("E_STALE_SNAPSHOT", "somebody else has changed this prompt since it was shown", { id });
      if (prompt.channel === "prompt") this.requireSendable(text, queue.agent, prompt.allow_changes);
      return { queue, change: { type: "edit", id, text }, promptId: id, effect: "a prompt was changed" };
    });
  }

  async move(id: string, { place }: z.output<typeof QueueMoveRequest>, actor: Actor): Promise<QueueReport> {
    return this.recordFor(id, { verb: "move", place }, actor, ({ queue }) => {
      return {
        queue,
        change: { type: "move", id, place },
        promptId: id,
        effect: `a prompt was moved to place ${place}`,
      };
    });
  }

  async remove(id: string, actor: Actor): Promise<QueueReport> {
    return this.recordFor(id, { verb: "remove" }, actor, ({ queue, prompt }) => {
      const effect = `a prompt was removed: ${brief(prompt.text)}`;
      return { queue, change: { type: "remove", id }, promptId: id, effect };
    });
  }

  async retry(id: string, actor: Actor): Promise<QueueReport> {
    return this.recordFor(id, { verb: "retry" }, actor, ({ queue }) => {
      return { queue, change: { type: "retry", id }, promptId: id, effect: "a prompt is sent again" };
    });
  }

  async pause({ ref, paused }: z.output<typeof QueuePauseRequest>, actor: Actor): Promise<QueueReport> {
    return this.record({ verb: paused ? "pause" : "resume" }, ref, actor, () => {
      const item = this.agentAt(ref);
      const queue = this.deps.queues.of(item.runtime_id) ?? emptyQueue(item);
      const effect = paused ? "its queue waits" : "its queue goes on";
      return { queue, change: { type: "pause", paused }, promptId: null, effect };
    });
  }

  /** Records a change of one prompt. If no prompt has the id, nothing is recorded: what was given may be a secret. */
  private async recordFor(
    id: string,
    request: Record<string, unknown>,
    actor: Actor,
    plan: (found: { queue: Queue; prompt: QueuedPrompt }) => PlannedChange,
  ): Promise<QueueReport> {
    const found = this.find(id);
    return this.record({ ...request, id }, null, actor, () => plan(found));
  }

  private async record(
    request: Record<string, unknown>,
    ref: string | null,
    actor: Actor,
    plan: () => PlannedChange,
  ): Promise<QueueReport> {
    const { audit, queues, review, onChange } = this.deps;
    return audit.record({ action: "queue", actor, ref, guards: {}, request }, async ({ entry, touch }) => {
      const { queue, change, promptId, effect } = plan();
      entry.ref = queue.ref;
      entry.target = queue.target;
      entry.pane_id = queue.pane_id;
      entry.runtime_id = queue.runtime_id;
      entry.agent = queue.agent;
      const changed = changeQueue(queue, change);
      touch();
      queues.keep(changed);
      entry.effects = [effect];
      review(queue.runtime_id);
      onChange();
      return {
        schema_version: 1,
        generated_at: this.now(),
        queue: this.item(queues.of(queue.runtime_id) ?? changed),
        prompt_id: promptId,
      };
    });
  }

  private item(queue: Queue): QueueItem {
    return { ...queue, waits_for: this.deps.waitsFor(queue) };
  }

  private find(id: string): { queue: Queue; prompt: QueuedPrompt } {
    const queue = this.deps.queues.all().find(({ prompts }) => prompts.some((prompt) => prompt.id === id));
    if (queue === undefined)
      throw new Fault("E_QUEUED_NOT_FOUND", `no prompt with the id ${id} waits in a queue: it was sent or removed`, {
        id,
      });
    return { queue, prompt: findPrompt(queue, id) };
  }

  private agentAt(ref: string): AgentPane {
    const item = findPane(ref, this.deps.fleet.all());
    const { runtime_id, agent, identity } = item;
    if (runtime_id !== null && agent !== null) return { ...item, runtime_id, agent };
    throw new Fault("E_NO_AGENT", `there is no agent in pane ${identity.pane_id}: ${item.command} runs there`);
  }

  private afterOf(ref: string, of: AgentPane): QueuedAfter {
    const item = this.agentAt(ref);
    if (item.runtime_id === of.runtime_id)
      throw new Fault("E_INVALID_INPUT", "a prompt waits for its own agent anyway: 'after' names another one");
    return { runtime_id: item.runtime_id, what: describePane(item) };
  }

  /** Whether the agent gets messages in its inbox: nothing is typed to a program without an adapter. */
  private readsInbox(ref: string): boolean {
    const { agent, identity } = this.agentAt(ref);
    return !hasAdapter(agent) && this.deps.hasInbox(identity.target, identity.pane_id);
  }

  /** Refuses now what `send` would refuse when nobody is there to see it. */
  private requireSendable(text: string, agent: string, allowChanges: boolean): void {
    const plan = planText(text, this.deps.typingOf(agent), allowChanges);
    if (!plan.ok) throw new Fault("E_INVALID_INPUT", plan.fault, plan.isChange ? { guard: "changes" } : {});
  }

  /** Short, since people type it. */
  private freeId(): string {
    const taken = new Set(this.deps.queues.all().flatMap(({ prompts }) => prompts.map(({ id }) => id)));
    for (;;) {
      const id = randomUUID().slice(0, 8);
      if (!taken.has(id)) return id;
    }
  }

  private now(): number {
    return Math.floor(this.deps.clock.now());
  }
}

function isSending({ state }: QueuedPrompt): boolean {
  return state.kind === "sending";
}

function emptyQueue({ runtime_id, ref, identity, agent }: AgentPane): Queue {
  const { target, pane_id } = identity;
  return { runtime_id, ref, target, pane_id, agent, paused: false, version: 0, prompts: [] };
}

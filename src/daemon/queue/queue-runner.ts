import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { Queue, QueuedPrompt } from "../../core/protocol/actions/queue.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { judgeSending, type SendingFacts, type SendingVerdict } from "../../core/queue/judge-sending.ts";
import {
  changeQueue,
  nextPrompt,
  type QueueChange,
  type SendingPrompt,
  sendingPrompt,
} from "../../core/queue/queue.ts";
import { isFromAgent, whyWaits } from "../../core/queue/why-waits.ts";
import { doubling } from "../../core/retry/backoff.ts";
import { type AuditLog, brief } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { QueueStore } from "./queue-store.ts";

export interface QueueRunnerDeps {
  queues: QueueStore;
  fleet: Pick<Fleet, "item" | "all">;
  audit: AuditLog;
  clock: Clock;
  log: Log;
  /** Types the prompt with all guards of `send`; `finishes`: it is typed already, and only Enter is missing. */
  send(prompt: QueuedPrompt, queue: Queue, key: string, finishes: boolean): Promise<void>;
  /** The delivery is stored. */
  onDelivered(prompt: QueuedPrompt, queue: Queue): Promise<void>;
  /** The facts about a delivery of which nobody knows how it ended. */
  factsOf(
    prompt: SendingPrompt,
    queue: Queue,
    keys: readonly string[],
  ): Promise<Omit<SendingFacts, "lookedMs" | "isAtRest">>;
  isEnded(runtimeId: string): boolean;
  /** Whether an action is under way in that pane. */
  isActingOn(target: string, paneId: string): boolean;
  /** When a prompt was last sent off there through agtmux; 0 if none was. */
  typedAt(runtimeId: string): number;
  /** Whether the agent asks by choices. */
  hasChoices(runtimeId: string): boolean;
  /** Whether agents may not act on each other now. */
  areAgentsStopped(): boolean;
  review(runtimeId: string): void;
}

/** A refused prompt is tried again after this long, then twice as long each time. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
/** An agent that was sent a prompt has told within this time that it works on it, also on a loaded machine. */
const TAKES_UP_MS = 5_000;
const CANCELLING: Actor = { uid: null, user: "agtmux", via: "queue" };

interface Refusal {
  promptId: string;
  failures: number;
  again: number;
  why: string;
}

/** Sends queued prompts when their agents rest: each once, in order, also if the daemon ends half-way. */
export class QueueRunner {
  private readonly deps: QueueRunnerDeps;
  private readonly underWay = new Set<string>();
  private readonly refusals = new Map<string, Refusal>();
  /** Since when the outcome of a delivery is looked for, by runtime. */
  private readonly lookingSince = new Map<string, number>();

  constructor(deps: QueueRunnerDeps) {
    this.deps = deps;
  }

  /** Sends what can be sent now; called every second, and when a pane or a queue has changed. */
  tick(): void {
    for (const queue of this.deps.queues.all()) {
      if (this.underWay.has(queue.runtime_id)) continue;
      this.underWay.add(queue.runtime_id);
      void this.step(queue)
        .catch((error: unknown) => {
          this.deps.log.error({ pane: queue.pane_id, err: asFault(error).message }, "a queue could not go on");
        })
        .finally(() => this.underWay.delete(queue.runtime_id));
    }
  }

  /** Why the first prompt is not sent now; empty if it is. */
  waitsFor(queue: Queue): string {
    const [first] = queue.prompts;
    if (first === undefined) return "";
    if (first.state.kind === "sending") return "it is being sent";
    if (first.state.kind === "held") return `nobody knows whether it has arrived: ${first.state.why}`;
    if (queue.paused) return "the queue is paused";
    if (this.deps.isEnded(queue.runtime_id)) return "its agent has ended: the next one in this pane gets it";
    if (first.after !== null && !this.isOver(first.after.runtime_id)) return `it waits for ${first.after.what}`;
    const refusal = this.refusals.get(queue.runtime_id);
    const why = this.whyWaits(queue, first) ?? this.whyNotNow(queue, first);
    return why ?? (refusal?.promptId === first.id ? refusal.why : "");
  }

  private async step(queue: Queue): Promise<void> {
    if (this.deps.isEnded(queue.runtime_id)) return this.leave(queue);
    const sending = sendingPrompt(queue);
    if (sending !== null) return this.isTooSoon(queue, sending) ? undefined : this.settle(queue, sending);
    const [first] = queue.prompts;
    if (first?.state.kind === "waiting" && first.after !== null && this.isOver(first.after.runtime_id))
      return this.change(queue.runtime_id, { type: "released", id: first.id });
    const next = nextPrompt(queue);
    if (next === null || this.isTooSoon(queue, next)) return;
    if ((this.whyWaits(queue, next) ?? this.whyNotNow(queue, next)) !== null) return;
    await this.deliver(queue, next, false);
  }

  /** The intent is durable before the first key is pressed. */
  private async deliver(queue: Queue, prompt: QueuedPrompt, finishes: boolean): Promise<void> {
    const { clock, log, queues } = this.deps;
    this.change(queue.runtime_id, { type: "begun", id: prompt.id, at: Math.floor(clock.now()) });
    const begun = queues.of(queue.runtime_id);
    const sending = begun === null ? null : sendingPrompt(begun);
    if (begun === null || sending === null) return;
    try {
      await this.deps.send(sending, begun, keyOf(sending), finishes);
      this.refusals.delete(queue.runtime_id);
      this.change(queue.runtime_id, { type: "delivered", id: prompt.id });
      await this.deps.onDelivered(sending, begun);
      log.info({ pane: queue.pane_id, agent: queue.agent }, "a queued prompt was sent");
    } catch (error) {
      const { code, message } = asFault(error);
      log.info({ pane: queue.pane_id, code, err: message }, "a queued prompt was not sent");
      this.refuse(queue.runtime_id, prompt.id, message);
      // what is in the box already is tried again later, not at once
      if (!finishes) await this.settle(begun, sending);
    }
  }

  /** Finds out what became of a delivery that failed, or that the last daemon did not finish. */
  private async settle(queue: Queue, prompt: SendingPrompt): Promise<void> {
    const now = this.deps.clock.now();
    const { runtime_id } = queue;
    const since = this.lookingSince.get(runtime_id) ?? now;
    this.lookingSince.set(runtime_id, since);
    const facts = await this.deps.factsOf(prompt, queue, keysOf(prompt));
    const isAtRest = this.whyWaits(queue, prompt) === null;
    const verdict = judgeSending({ ...facts, isAtRest, lookedMs: now - since });
    if (verdict.type === "wait") return;
    this.lookingSince.delete(runtime_id);
    if (verdict.type === "finish") return this.deliver(queue, prompt, true);
    this.change(runtime_id, changeFor(verdict, prompt.id, Math.floor(now)));
    if (verdict.type === "delivered") this.refusals.delete(runtime_id);
  }

  /** Its agent has ended: prompts that are kept go to the next agent in the pane, the others are cancelled. */
  private async leave(queue: Queue): Promise<void> {
    const { fleet, queues, audit } = this.deps;
    this.refusals.delete(queue.runtime_id);
    const item = fleet.item(queue.target, queue.pane_id);
    const kept = item === undefined ? [] : queue.prompts.filter(({ keep, state }) => keep && state.kind !== "sending");
    const next = item !== undefined && item.runtime_id !== queue.runtime_id ? nextAgent(item) : null;
    const gone = queue.prompts.filter((prompt) => !kept.includes(prompt));
    if (gone.length === 0 && next === null && kept.length > 0) return;
    const rest = { ...queue, paused: kept.length > 0 && queue.paused, prompts: kept };
    const request = { verb: next === null ? "cancel" : "hand over" };
    await audit.record(
      { action: "queue", actor: CANCELLING, ref: queue.ref, guards: {}, request },
      async ({ entry, touch }) => {
        Object.assign(entry, {
          ref: queue.ref,
          target: queue.target,
          pane_id: queue.pane_id,
          runtime_id: queue.runtime_id,
        });
        entry.agent = queue.agent;
        touch();
        if (next === null) queues.keep(rest);
        else queues.keep({ ...rest, paused: false, prompts: [] }, joined(queues.of(next.runtime_id), next, rest));
        entry.effects = [
          ...gone.map(({ text }) => `cancelled, because its agent has ended: ${brief(text)}`),
          ...(next === null
            ? []
            : kept.map(({ text }) => `kept for the next agent in ${queue.pane_id}: ${brief(text)}`)),
        ];
      },
    );
    if (next !== null) this.deps.review(next.runtime_id);
  }

  private whyWaits({ target, pane_id, runtime_id }: Queue, prompt: QueuedPrompt): string | null {
    if (isFromAgent(prompt) && this.deps.areAgentsStopped()) return "agents may not act on each other now";
    if (prompt.channel !== "prompt") return null;
    const item = this.deps.fleet.item(target, pane_id);
    if (item !== undefined && item.runtime_id !== runtime_id) return "another program is in its pane";
    return whyWaits(item, () => this.deps.hasChoices(runtime_id), isFromAgent(prompt));
  }

  /** An agent that was just sent a prompt still shows that it rests: the next one would go into the turn that begins. */
  private whyNotNow({ target, pane_id, runtime_id }: Queue, { channel }: QueuedPrompt): string | null {
    const { fleet, clock, isActingOn, typedAt } = this.deps;
    if (channel !== "prompt") return null;
    if (isActingOn(target, pane_id)) return "something else is being sent to it";
    const sentAt = typedAt(runtime_id);
    const isTakenUp = (fleet.item(target, pane_id)?.since ?? 0) > sentAt || clock.now() >= sentAt + TAKES_UP_MS;
    return isTakenUp ? null : "it was just sent something else";
  }

  /** Whether another agent's turn has ended, or the agent itself. */
  private isOver(runtimeId: string): boolean {
    if (this.deps.isEnded(runtimeId)) return true;
    const item = this.deps.fleet.all().find(({ runtime_id }) => runtime_id === runtimeId);
    return item !== undefined && whyWaits(item, () => this.deps.hasChoices(runtimeId)) === null;
  }

  private isTooSoon({ runtime_id }: Queue, { id }: QueuedPrompt): boolean {
    const refusal = this.refusals.get(runtime_id);
    return refusal?.promptId === id && this.deps.clock.now() < refusal.again;
  }

  private refuse(runtimeId: string, promptId: string, why: string): void {
    const before = this.refusals.get(runtimeId);
    const failures = before?.promptId === promptId ? before.failures + 1 : 0;
    const again = this.deps.clock.now() + doubling(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
    this.refusals.set(runtimeId, { promptId, failures, again, why });
  }

  private change(runtimeId: string, change: QueueChange): void {
    const { queues, review } = this.deps;
    const queue = queues.of(runtimeId);
    if (queue === null) return;
    queues.keep(changeQueue(queue, change));
    review(runtimeId);
  }
}

/** The idempotency key of an attempt: the audit has it from the first key press on. */
function keyOf({ id, state }: SendingPrompt): string {
  return `queue:${id}:${state.since}:${state.attempt}`;
}

/** Newest first. */
function keysOf(prompt: SendingPrompt): string[] {
  const { attempt: last } = prompt.state;
  return Array.from({ length: last }, (_, n) => keyOf({ ...prompt, state: { ...prompt.state, attempt: last - n } }));
}

function changeFor(verdict: Exclude<SendingVerdict, { type: "wait" | "finish" }>, id: string, at: number): QueueChange {
  return verdict.type === "unsure" ? { type: "unsure", id, at, why: verdict.why } : { type: verdict.type, id };
}

type NextAgent = Pick<Queue, "runtime_id" | "ref" | "target" | "pane_id" | "agent">;

function nextAgent({ runtime_id, agent, ref, identity }: PaneItem): NextAgent | null {
  if (runtime_id === null || agent === null) return null;
  return { runtime_id, ref, target: identity.target, pane_id: identity.pane_id, agent };
}

function joined(own: Queue | null, next: NextAgent, { paused, prompts }: Queue): Queue {
  if (own !== null) return { ...own, prompts: [...own.prompts, ...prompts] };
  return { ...next, paused, version: 0, prompts: [...prompts] };
}

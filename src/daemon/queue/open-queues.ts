import { isFromAgent } from "../../core/queue/why-waits.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import type { Actions } from "../actions/actions.ts";
import { AuditLog } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Folds } from "../pipeline/folds.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { AdapterRegistry } from "../runtimes/adapter-registry.ts";
import type { Store } from "../store/store.ts";
import { Inbox } from "./inbox.ts";
import { QueueRunner } from "./queue-runner.ts";
import type { QueueStore } from "./queue-store.ts";
import { Queues } from "./queues.ts";
import { sendingFacts } from "./sending-facts.ts";

interface OpenQueuesDeps {
  queueStore: QueueStore;
  store: Store;
  fleet: Fleet;
  broadcast: Pick<Broadcast, "onChange">;
  actions: Pick<Actions, "sendNow" | "runner">;
  folds: Pick<Folds, "of">;
  adapters: Pick<AdapterRegistry, "adapterOf">;
  areAgentsStopped(): boolean;
  targets: { refolded(runtimeId: string): void; find(name: string): { actionTarget(): ActionTarget } };
  clock: Clock;
  log: Log;
}

/** Queues of prompts: what people do with them, and what sends them. */
export function openQueues(deps: OpenQueuesDeps): { queues: Queues; queueRunner: QueueRunner } {
  const { queueStore, store, fleet, actions, folds, adapters, targets, clock, log } = deps;
  const audit = new AuditLog(store, clock);
  const review = (runtimeId: string) => targets.refolded(runtimeId);
  const targetOf = (name: string) => targets.find(name).actionTarget();
  const inbox = new Inbox({ store, audit, targetOf });
  const queueRunner = new QueueRunner({
    ...{ queues: queueStore, fleet, audit, clock, log, review },
    send: async (prompt, queue, idempotency_key, finishes) => {
      if (prompt.channel === "inbox") return inbox.put(prompt, queue);
      const { text, allow_changes, added_by } = prompt;
      const { runtime_id } = queue;
      const asked = {
        ref: `runtime:${runtime_id}`,
        guards: {
          if_runtime: runtime_id,
          if_state: isFromAgent(prompt) ? [...SILENT] : [...SILENT, "waiting_input" as const],
        },
        ...{ text, allow_changes, idempotency_key },
        ...{ enter: true, over_draft: false, into_dialog: false, wait: "accepted" as const },
      };
      const manner = finishes ? ("finishing" as const) : ("unwatched" as const);
      const sender = { actor: { ...added_by, via: "queue" as const }, manner };
      await actions.sendNow(asked, sender, new AbortController().signal);
    },
    onDelivered: async (prompt, queue) => {
      if (prompt.channel === "inbox") await inbox.forget(prompt, queue);
    },
    factsOf: (prompt, queue, keys) => sendingFacts({ store, fleet, targetOf, clock, log }, prompt, queue, keys),
    isEnded: (runtimeId) => (store.runtime(runtimeId)?.ended_at ?? null) !== null || store.runtime(runtimeId) === null,
    isActingOn: (target, paneId) => actions.runner.isActingOn(target, paneId),
    typedAt: (runtimeId) => folds.of(runtimeId).typed?.at ?? 0,
    areAgentsStopped: deps.areAgentsStopped,
    hasChoices: (runtimeId) =>
      store.openQuestions().some(({ runtime_id, options = [] }) => runtime_id === runtimeId && options.length > 0),
  });
  const tick = () => queueRunner.tick();
  deps.broadcast.onChange(tick);
  const queues = new Queues({
    ...{ queues: queueStore, fleet, audit, clock, review },
    typingOf: (agent) => adapters.adapterOf(agent)?.typing ?? {},
    hasInbox: (target, paneId) => inbox.isAt(target, paneId),
    waitsFor: (queue) => queueRunner.waitsFor(queue),
    onChange: tick,
  });
  return { queues, queueRunner };
}

/** States in which it asks nothing. */
const SILENT = ["idle", "completed"] as const;

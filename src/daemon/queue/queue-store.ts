import { Queue } from "../../core/protocol/actions/queue.ts";
import type { PaneQueue } from "../../core/protocol/lists/pane-queue.ts";
import type { ShownQueues } from "../pipeline/shown-queues.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

const KEY = "queue:";

/** The prompts that wait for each agent, by runtime. Each change is durable before it is visible. */
export class QueueStore implements ShownQueues {
  private readonly store: Pick<Store, "unit" | "remember" | "forget" | "recallAll" | "transact">;
  private readonly queues: StagedMap<string, Queue>;

  constructor(store: QueueStore["store"]) {
    this.store = store;
    this.queues = new StagedMap(store.unit);
    for (const stored of store.recallAll(KEY).values()) {
      const queue = readStored(Queue, stored);
      if (queue !== null) this.queues.set(queue.runtime_id, queue);
    }
  }

  all(): Queue[] {
    return [...this.queues.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
  }

  of(runtimeId: string): Queue | null {
    return this.queues.get(runtimeId) ?? null;
  }

  /** The queue as a row of a list shows it; undefined if nothing waits. */
  shown(runtimeId: string): PaneQueue | undefined {
    const queue = this.queues.get(runtimeId);
    if (queue === undefined || queue.prompts.length === 0) return undefined;
    const held = queue.prompts.some(({ state }) => state.kind === "held");
    return { prompts: queue.prompts.length, paused: queue.paused, held, version: queue.version };
  }

  /** Several at once, so that a prompt that moves between two queues is always in one of them. */
  keep(...queues: readonly Queue[]): void {
    this.store.transact(() => {
      for (const queue of queues) this.write(queue);
    });
  }

  /** An empty queue is kept only while it is paused. */
  private write(changed: Queue): void {
    const queue = { ...changed, version: changed.version + 1 };
    const key = `${KEY}${queue.runtime_id}`;
    if (queue.prompts.length === 0 && !queue.paused) {
      this.store.forget(key);
      this.queues.delete(queue.runtime_id);
      return;
    }
    this.store.remember(key, JSON.stringify(queue));
    this.queues.set(queue.runtime_id, queue);
  }
}

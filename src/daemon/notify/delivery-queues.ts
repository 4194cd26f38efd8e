import type { DeliveryQueue } from "../../core/notify/plan.ts";
import type { Channel } from "./channels/channel.ts";
import type { QueueWorker } from "./queue-worker.ts";

export interface OpenQueue extends DeliveryQueue {
  channel: Channel;
  /** References of the secrets in its settings. */
  references: readonly string[];
  /** Id of the device that subscribed; else null. */
  device: string | null;
}

interface Entry {
  queue: OpenQueue;
  worker: QueueWorker | null;
  /** The last test since the daemon started. */
  tested: Tested | null;
}

export interface Tested {
  at: number;
  /** Null if it was delivered. */
  fault: string | null;
}

/** The delivery queues, each with a worker while open. */
export class DeliveryQueues {
  private readonly entries = new Map<string, Entry>();
  private readonly createWorker: (queue: OpenQueue) => QueueWorker;
  /** Workers of removed or replaced queues that are still sending. */
  private readonly leaving = new Map<string, Promise<void>>();
  private isOpen = false;

  constructor(createWorker: (queue: OpenQueue) => QueueWorker) {
    this.createWorker = createWorker;
  }

  all(): OpenQueue[] {
    return [...this.entries.values()].map(({ queue }) => queue);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** By queue name, or the first queue of the channel that rules call so. */
  find(name: string): OpenQueue | undefined {
    return this.entries.get(name)?.queue ?? this.all().find((queue) => queue.name === name);
  }

  lastFailure(name: string): QueueWorker["lastFailure"] {
    return this.entries.get(name)?.worker?.lastFailure ?? null;
  }

  lastTest(name: string): Tested | null {
    return this.entries.get(name)?.tested ?? null;
  }

  noteTest(name: string, tested: Tested): void {
    const entry = this.entries.get(name);
    if (entry !== undefined) entry.tested = tested;
  }

  /** Replaces a queue of the same name and takes over its waiting deliveries. */
  enter(queue: OpenQueue): void {
    this.remove(queue.queue);
    const entry: Entry = { queue, worker: null, tested: null };
    this.entries.set(queue.queue, entry);
    if (this.isOpen) this.startWorker(entry);
  }

  remove(name: string): void {
    const worker = this.entries.get(name)?.worker ?? null;
    this.entries.delete(name);
    if (worker === null) return;
    const left = Promise.all([this.leaving.get(name), worker.stop()]).then(() => {
      if (this.leaving.get(name) === left) this.leaving.delete(name);
    });
    this.leaving.set(name, left);
  }

  open(): void {
    this.isOpen = true;
    for (const entry of this.entries.values()) this.startWorker(entry);
  }

  /** Checks the outbox now. */
  wake(): void {
    for (const { worker } of this.entries.values()) worker?.wake();
  }

  /** Resolves when no worker is sending any more. */
  async close(): Promise<void> {
    this.isOpen = false;
    await Promise.all(this.leaving.values());
    await Promise.all(
      [...this.entries.values()].map(async ({ worker, queue }) => {
        await worker?.stop();
        await queue.channel.close?.();
      }),
    );
  }

  /** Waits for the previous worker to stop: two at once would send the same delivery. */
  private startWorker(entry: Entry): void {
    const { queue } = entry.queue;
    const left = this.leaving.get(queue);
    if (left === undefined) entry.worker ??= this.createWorker(entry.queue);
    else void left.then(() => this.isOpen && this.entries.get(queue) === entry && this.startWorker(entry));
  }
}

import { Worker } from "node:worker_threads";
import type { WorkerAnswers, WorkerReply, WorkerStart, WorkerTask } from "./worker-messages.ts";

const IDLE_MS = 60_000;
const MOST_MEMORY_MB = 512;

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** The thread that searches: started when there is something to do, and ended when there was nothing for a minute. */
export class SearchWorker {
  private readonly bundle: string;
  private readonly start: WorkerStart;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private serial = 0;
  private idle: NodeJS.Timeout | null = null;

  constructor(bundle: string, start: WorkerStart) {
    this.bundle = bundle;
    this.start = start;
  }

  ask<Type extends WorkerTask["type"]>(task: Extract<WorkerTask, { type: Type }>): Promise<WorkerAnswers[Type]> {
    if (this.idle !== null) clearTimeout(this.idle);
    this.worker ??= this.open();
    const { worker } = this;
    this.serial += 1;
    const { serial } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(serial, { resolve, reject });
      worker.postMessage({ serial, task });
    });
  }

  /** Nothing is lost if it is in the middle of something. */
  async stop(): Promise<void> {
    if (this.idle !== null) clearTimeout(this.idle);
    await this.worker?.terminate();
  }

  private open(): Worker {
    const worker = new Worker(this.bundle, {
      workerData: this.start,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    worker.unref();
    worker.on("message", (reply: WorkerReply) => this.settle(reply));
    const end = (why: string) => {
      if (this.worker !== worker) return;
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(new Error(why));
      this.waiting.clear();
    };
    worker.once("error", (error) => end(error.message));
    worker.once("exit", () => end("the search has ended by itself"));
    return worker;
  }

  private settle(reply: WorkerReply): void {
    const waiting = this.waiting.get(reply.serial);
    this.waiting.delete(reply.serial);
    if (reply.ok) waiting?.resolve(reply.answer as never);
    else waiting?.reject(new Error(reply.fault));
    if (this.waiting.size > 0) return;
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
  }

  private close(): void {
    const { worker } = this;
    this.worker = null;
    worker?.postMessage({ serial: 0, task: { type: "close" } });
  }
}

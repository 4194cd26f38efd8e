import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { PipeEnd, PipeEndReason } from "../machine/pipe-end.ts";
import { FloodGauge } from "./flood-gauge.ts";
import type { LineChannel } from "./line-channel.ts";

/** A pipe of a pane on another machine that passes only lines that may hold a marker. */
export class FilterEnd implements PipeEnd {
  readonly path: string;
  readonly command: string;
  readonly passesAll = false;
  private readonly pipe: ReturnType<LineChannel["open"]>;
  private readonly gauge = new FloodGauge();
  private readonly over = new EventEmitter();
  private early: Uint8Array[] = [];
  private onBytes: ((bytes: Uint8Array) => void) | null = null;
  private onEnd: (why: PipeEndReason) => void = () => {};
  private ended = false;

  constructor(channel: LineChannel, paneId: string) {
    this.pipe = channel.open(paneId, {
      line: (line) => this.hear(line),
      ended: () => this.end("closed"),
    });
    this.path = this.pipe.path;
    this.command = this.pipe.command;
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  start(onBytes: (bytes: Uint8Array) => void, onEnd: (why: PipeEndReason) => void): void {
    this.onBytes = onBytes;
    this.onEnd = onEnd;
    for (const bytes of this.early.splice(0)) onBytes(bytes);
    if (this.ended) onEnd("closed");
  }

  async drained(patienceMs: number): Promise<void> {
    this.onEnd = () => {};
    if (!this.ended) await Promise.race([once(this.over, "end"), sleep(patienceMs, undefined, { ref: false })]);
    this.end("closed");
  }

  async close(): Promise<boolean> {
    const isFed = !this.ended;
    this.onEnd = () => {};
    this.end("closed");
    return isFed;
  }

  private hear(line: Uint8Array): void {
    if (this.onBytes === null) this.early.push(line);
    else this.onBytes(line);
    if (this.gauge.add(line.length, performance.now())) this.end("flooded");
  }

  private end(why: PipeEndReason): void {
    if (this.ended) return;
    this.ended = true;
    this.pipe.close();
    this.over.emit("end");
    this.onEnd(why);
  }
}

import type { Lane } from "../../core/notify/plan.ts";
import type { Channel } from "./channel.ts";
import type { LaneWorker } from "./lane-worker.ts";

export interface OpenLane extends Lane {
  channel: Channel;
  /** The secrets that its settings name. */
  references: readonly string[];
  /** Whose it is, where a device has made it. */
  device: string | null;
}

interface Entry {
  lane: OpenLane;
  worker: LaneWorker | null;
}

/** The ways out, each with its worker once they are open. */
export class Lanes {
  private readonly entries = new Map<string, Entry>();
  private readonly employ: (lane: OpenLane) => LaneWorker;
  /** Workers whose lane is removed or replaced, and which have something under way. */
  private readonly leaving = new Map<string, Promise<void>>();
  private isOpen = false;

  constructor(employ: (lane: OpenLane) => LaneWorker) {
    this.employ = employ;
  }

  all(): OpenLane[] {
    return [...this.entries.values()].map(({ lane }) => lane);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** By its own name, or the first of those that rules call so. */
  find(name: string): OpenLane | undefined {
    return this.entries.get(name)?.lane ?? this.all().find((lane) => lane.name === name);
  }

  lastFailure(name: string): LaneWorker["lastFailure"] {
    return this.entries.get(name)?.worker?.lastFailure ?? null;
  }

  /** One of the same name gives way; what waits there is the new one's. */
  enter(lane: OpenLane): void {
    this.remove(lane.lane);
    const entry: Entry = { lane, worker: null };
    this.entries.set(lane.lane, entry);
    if (this.isOpen) this.staff(entry);
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
    for (const entry of this.entries.values()) this.staff(entry);
  }

  /** Something may be due. */
  wake(): void {
    for (const { worker } of this.entries.values()) worker?.wake();
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.isOpen = false;
    await Promise.all(this.leaving.values());
    await Promise.all(
      [...this.entries.values()].map(async ({ worker, lane }) => {
        await worker?.stop();
        await lane.channel.close?.();
      }),
    );
  }

  /** Two workers at once would send the same. */
  private staff(entry: Entry): void {
    const { lane } = entry.lane;
    const left = this.leaving.get(lane);
    if (left === undefined) entry.worker ??= this.employ(entry.lane);
    else void left.then(() => this.isOpen && this.entries.get(lane) === entry && this.staff(entry));
  }
}

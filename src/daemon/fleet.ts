import type { ListSource } from "../core/lists/list-panes.ts";
import { rankOfPane, sortBy } from "../core/lists/sort.ts";
import { summarize } from "../core/lists/summarize.ts";
import type { PaneIdentity, PaneItem, PaneList, Summary, TargetError } from "../core/protocol/lists.ts";
import type { Snapshot, StreamMessage } from "../core/protocol/stream.ts";

export interface FleetChange {
  changed: PaneItem[];
  removed: PaneIdentity[];
}

/** All panes as last told to anybody, and the position in the log that this corresponds to. */
export class Fleet {
  private readonly items = new Map<string, PaneItem>();
  private readonly epoch: string;
  private position: number;
  private targetErrors: TargetError[] = [];

  constructor(epoch: string, position: number) {
    this.epoch = epoch;
    this.position = position;
  }

  get cursor(): string {
    return `${this.epoch}-${this.position}`;
  }

  apply({ changed, removed }: FleetChange, position: number): void {
    for (const item of changed) this.items.set(keyOf(item.identity), item);
    for (const identity of removed) this.items.delete(keyOf(identity));
    this.position = Math.max(this.position, position);
  }

  /** The targets that do not answer now, and why; all of them, every time. */
  setTargetErrors(errors: readonly TargetError[]): void {
    this.targetErrors = [...errors];
  }

  item(target: string, paneId: string): PaneItem | undefined {
    return this.items.get(`${target}/${paneId}`);
  }

  all(): PaneItem[] {
    return sortBy([...this.items.values()], rankOfPane, "need");
  }

  list(now: number): PaneList {
    return { schema_version: 1, generated_at: now, filters: {}, ...this.overview(), items: this.all() };
  }

  snapshot(now: number): Snapshot {
    return { type: "snapshot", cursor: this.cursor, at: now, ...this.overview(), items: this.all() };
  }

  delta(change: FleetChange, now: number): StreamMessage {
    return { type: "delta", cursor: this.cursor, at: now, ...this.overview(), ...change };
  }

  summary(): Summary {
    return summarize(this.items.values());
  }

  /** What lists of every kind are made of. */
  source(now: number): ListSource {
    return { now, panes: [...this.items.values()], targetErrors: this.targetErrors };
  }

  private overview(): Pick<PaneList, "summary" | "partial" | "target_errors"> {
    return { summary: this.summary(), partial: this.targetErrors.length > 0, target_errors: this.targetErrors };
  }
}

function keyOf(identity: PaneIdentity): string {
  return `${identity.target}/${identity.pane_id}`;
}

import type { ListSource } from "../../core/lists/list-panes.ts";
import { rankOfPane, sortBy } from "../../core/lists/sort.ts";
import { summarize } from "../../core/lists/summarize.ts";
import { LIST_VERSION } from "../../core/protocol/lists/list-version.ts";
import type { PaneIdentity, PaneItem, PaneList, Summary, TargetError } from "../../core/protocol/lists/lists.ts";
import type { Snapshot, StreamMessage } from "../../core/protocol/lists/stream.ts";

export interface FleetChange {
  changed: PaneItem[];
  removed: PaneIdentity[];
}

/** All panes as last published, and the corresponding position in the log. */
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

  /** Replaces the list of unreachable targets. */
  setTargetErrors(errors: readonly TargetError[]): void {
    this.targetErrors = errors.map((error) => ({ ...error, since: Math.floor(error.since) }));
  }

  item(target: string, paneId: string): PaneItem | undefined {
    return this.items.get(`${target}/${paneId}`);
  }

  all(): PaneItem[] {
    return sortBy([...this.items.values()], rankOfPane, "need");
  }

  list(now: number): PaneList {
    return {
      schema_version: LIST_VERSION,
      generated_at: Math.floor(now),
      filters: {},
      ...this.overview(),
      items: this.all(),
    };
  }

  snapshot(now: number): Snapshot {
    return { type: "snapshot", cursor: this.cursor, at: Math.floor(now), ...this.overview(), items: this.all() };
  }

  delta(change: FleetChange, now: number): StreamMessage {
    return { type: "delta", cursor: this.cursor, at: Math.floor(now), ...this.overview(), ...change };
  }

  summary(): Summary {
    return summarize(this.items.values());
  }

  /** The input of all lists. */
  source(now: number): ListSource {
    return { now, panes: [...this.items.values()], targetErrors: this.targetErrors };
  }

  private overview(): Pick<PaneList, "summary" | "partial" | "target_errors"> {
    return { summary: this.summary(), partial: this.targetErrors.length > 0, target_errors: this.targetErrors };
  }
}

/** Merges changes, with the last state of each pane. */
export function mergeChanges(changes: readonly FleetChange[]): FleetChange {
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) return only;
  const removed = changes.flatMap((change) => change.removed);
  const changed = new Map(
    changes.flatMap((change) => change.changed.map((item): [string, PaneItem] => [keyOf(item.identity), item])),
  );
  for (const identity of removed) changed.delete(keyOf(identity));
  return { changed: [...changed.values()], removed };
}

function keyOf(identity: PaneIdentity): string {
  return `${identity.target}/${identity.pane_id}`;
}

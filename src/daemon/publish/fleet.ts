import type { ListSource } from "../../core/lists/list-panes.ts";
import { paneChange, paneGone } from "../../core/lists/pane-change.ts";
import { rankOfPane, sortBy } from "../../core/lists/sort.ts";
import { RunningSummary, summarize } from "../../core/lists/summarize.ts";
import { LIST_VERSION } from "../../core/protocol/lists/list-version.ts";
import type { PaneIdentity, PaneItem, PaneList, Summary, TargetError } from "../../core/protocol/lists/lists.ts";
import type { Snapshot, StreamMessage } from "../../core/protocol/lists/stream.ts";
import type { PaneNews } from "../../core/protocol/lists/watch-event.ts";

export interface FleetChange {
  changed: PaneItem[];
  removed: PaneIdentity[];
}

/** All panes as last published, and the corresponding position in the log. */
export class Fleet {
  private readonly items = new Map<string, PaneItem>();
  /** Panes of other members; never in the log. */
  private readonly foreign = new Map<string, PaneItem>();
  private readonly counted = new RunningSummary();
  private readonly epoch: string;
  private position: number;
  private targetErrors: TargetError[] = [];
  /** Our name in the fleet of daemons; null outside of one. */
  readonly member: string | null;

  constructor(epoch: string, position: number, member: string | null = null) {
    this.epoch = epoch;
    this.position = position;
    this.member = member;
  }

  get cursor(): string {
    return `${this.epoch}-${this.position}`;
  }

  apply({ changed, removed }: FleetChange, position: number): void {
    for (const item of changed) this.put(this.items, item);
    for (const identity of removed) this.drop(this.items, identity);
    this.position = Math.max(this.position, position);
  }

  /** Takes over the panes of other members. Returns what of it is news, as for `/v1/events`. */
  applyForeign({ changed, removed }: FleetChange): PaneNews[] {
    const news: (PaneNews | null)[] = [];
    for (const item of changed) {
      news.push(paneChange(this.put(this.foreign, item), item));
    }
    for (const identity of removed) {
      const before = this.drop(this.foreign, identity);
      if (before !== null) news.push(paneGone(before));
    }
    return news.filter((each) => each !== null);
  }

  /** Replaces the list of unreachable targets. */
  setTargetErrors(errors: readonly TargetError[]): void {
    this.targetErrors = errors.map((error) => ({ ...error, since: Math.floor(error.since) }));
  }

  item(target: string, paneId: string): PaneItem | undefined {
    return this.items.get(`${target}/${paneId}`);
  }

  /** Also a pane of another member. */
  find(target: string, paneId: string): PaneItem | undefined {
    const key = `${target}/${paneId}`;
    return this.items.get(key) ?? this.foreign.get(key);
  }

  /** Our own panes. */
  all(): PaneItem[] {
    return sortBy([...this.items.values()], rankOfPane, "need");
  }

  /** Panes of other members. */
  others(): PaneItem[] {
    return [...this.foreign.values()];
  }

  list(now: number): PaneList {
    return {
      schema_version: LIST_VERSION,
      generated_at: Math.floor(now),
      filters: {},
      ...this.overview(),
      items: sortBy(this.everywhere(), rankOfPane, "need"),
    };
  }

  snapshot(now: number): Snapshot {
    const items = sortBy(this.everywhere(), rankOfPane, "need");
    return { type: "snapshot", cursor: this.cursor, at: Math.floor(now), ...this.overview(), items };
  }

  delta({ changed, removed }: FleetChange, now: number): StreamMessage {
    const around = { type: "delta" as const, cursor: this.cursor, at: Math.floor(now), ...this.overview() };
    return { ...around, changed: changed.map((item) => this.named(item)), removed };
  }

  /** Counts our own panes. */
  summary(): Summary {
    return summarize(this.items.values());
  }

  /** The input of all lists. */
  source(now: number): ListSource {
    return { now, panes: this.everywhere(), targetErrors: this.targetErrors, member: this.member };
  }

  /** In a fleet, whatever is listed says whose it is. */
  named<Row extends { identity: PaneIdentity }>(row: Row): Row {
    if (this.member === null || row.identity.member !== undefined) return row;
    return { ...row, identity: { ...row.identity, member: this.member } };
  }

  private everywhere(): PaneItem[] {
    return [...[...this.items.values()].map((item) => this.named(item)), ...this.foreign.values()];
  }

  /** Returns what was there before. */
  private put(panes: Map<string, PaneItem>, item: PaneItem): PaneItem | null {
    const before = panes.get(keyOf(item.identity)) ?? null;
    panes.set(keyOf(item.identity), item);
    this.counted.replace(before, item);
    return before;
  }

  private drop(panes: Map<string, PaneItem>, identity: PaneIdentity): PaneItem | null {
    const before = panes.get(keyOf(identity)) ?? null;
    panes.delete(keyOf(identity));
    this.counted.replace(before, null);
    return before;
  }

  private overview(): Pick<PaneList, "summary" | "partial" | "target_errors"> {
    return { summary: this.counted.now(), partial: this.targetErrors.length > 0, target_errors: this.targetErrors };
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

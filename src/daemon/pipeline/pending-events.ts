import { StagedMap } from "../store/staged-map.ts";
import type { PendingEvent } from "../store/store.ts";
import type { UnitOfWork } from "../store/unit-of-work.ts";

/** Events that are stored but belong to no runtime yet. */
export class PendingEvents {
  private readonly entries: StagedMap<string, PendingEvent & { place: number }>;
  private lastPlace = 0;

  constructor(unit: UnitOfWork, stored: readonly PendingEvent[]) {
    this.entries = new StagedMap(unit);
    for (const pending of stored) this.add(pending);
  }

  get size(): number {
    return this.entries.size;
  }

  add(pending: PendingEvent): void {
    this.lastPlace += 1;
    this.entries.set(pending.event.event_id, { ...pending, place: this.lastPlace });
  }

  remove(eventId: string): void {
    this.entries.delete(eventId);
  }

  /** In order of arrival, which a rollback does not preserve in the map. */
  inOrder(): PendingEvent[] {
    return [...this.entries.values()].sort((a, b) => a.place - b.place);
  }

  /** The panes that they name. */
  panes(): Set<string> {
    return new Set([...this.entries.values()].flatMap(({ event }) => event.pane_id ?? []));
  }
}

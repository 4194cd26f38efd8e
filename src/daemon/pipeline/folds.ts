import { fold } from "../../core/engine/fold.ts";
import { EMPTY_FOLD, FOLD_VERSION, type RuntimeFold } from "../../core/engine/runtime-fold.ts";
import { readFold } from "../../core/engine/stored-fold.ts";
import type { EventEnvelope, Source } from "../../core/protocol/events/event.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { LogPosition, SourceCursorRow, Store } from "../store/store.ts";
import { parsed } from "../store/stored-json.ts";

/** Events that are read from the log at once, so that nothing waits long. */
export const EVENTS_AT_ONCE = 500;

/** Keeps folds in memory, and writes those that the open transaction has changed. */
export class Folds {
  private readonly store: Store;
  private readonly kept: StagedMap<string, RuntimeFold>;
  /** Folds of another engine version, as far as they are rebuilt. */
  private readonly rebuilding: StagedMap<string, RuntimeFold>;
  /** Engine versions of the folds in memory. */
  private readonly versions: StagedMap<string, number>;
  private readonly cursors: StagedMap<string, ReadonlyMap<Source, SourceCursorRow>>;
  /** Changed in the open transaction and not written yet. */
  private readonly unwritten = new Set<string>();
  private readonly unwrittenCursors = new Map<string, SourceCursorRow>();

  constructor(store: Store) {
    this.store = store;
    this.kept = new StagedMap(store.unit);
    this.rebuilding = new StagedMap(store.unit);
    this.versions = new StagedMap(store.unit);
    this.cursors = new StagedMap(store.unit);
  }

  of(runtimeId: string): RuntimeFold {
    const known = this.kept.get(runtimeId);
    if (known !== undefined) return known;
    const stored = this.store.loadFold(runtimeId);
    const read = stored === null ? EMPTY_FOLD : readFold(parsed(stored.fold));
    this.versions.set(runtimeId, read === null ? UNREADABLE : (stored?.version ?? FOLD_VERSION));
    this.kept.set(runtimeId, read ?? EMPTY_FOLD);
    return read ?? EMPTY_FOLD;
  }

  /** Inside a transaction, which ends with `write`. */
  apply(runtimeId: string, event: EventEnvelope): void {
    this.change(runtimeId, fold(this.of(runtimeId), event));
    const rebuilt = this.rebuilding.get(runtimeId);
    if (rebuilt !== undefined) this.rebuilding.set(runtimeId, fold(rebuilt, event));
    const cursor = cursorOf(runtimeId, event.source, event);
    const known = this.cursorsOf(runtimeId);
    const held = known.get(event.source);
    if (held !== undefined && !isNewer(cursor, held)) return;
    this.cursors.set(runtimeId, new Map([...known, [event.source, cursor]]));
    this.unwrittenCursors.set(`${runtimeId}|${event.source}`, cursor);
  }

  /** Applies a repeated look in memory only; the next start looks again anyway. */
  refresh(runtimeId: string, event: EventEnvelope): void {
    this.kept.set(runtimeId, fold(this.of(runtimeId), event));
  }

  /** Removes a source's looks. Only for guesses: agents' own signals are never removed. */
  forgetLooks(runtimeId: string, source: Source): void {
    const held = this.of(runtimeId);
    const looks = Object.fromEntries(Object.entries(held.looks).filter(([, look]) => look.source !== source));
    this.change(runtimeId, { ...held, looks });
  }

  /** Call last in a transaction. */
  write(): void {
    for (const runtimeId of this.unwritten)
      this.store.saveFold(runtimeId, JSON.stringify(this.of(runtimeId)), this.versions.get(runtimeId) ?? FOLD_VERSION);
    for (const cursor of this.unwrittenCursors.values()) this.store.saveSourceCursor(cursor);
    this.forgetUnwritten();
  }

  /** Inside a transaction, which ends with `write`: events have left this runtime, so its fold is made from the rest. */
  refold(runtimeId: string): void {
    let rebuilt = EMPTY_FOLD;
    let position: LogPosition | null = null;
    do {
      const { events, next } = this.store.eventsFrom(runtimeId, position, EVENTS_AT_ONCE);
      rebuilt = events.reduce(fold, rebuilt);
      position = next;
    } while (position !== null);
    // a rebuild that is under way may add its events again: that changes nothing
    if (this.rebuilding.has(runtimeId)) this.rebuilding.set(runtimeId, rebuilt);
    this.versions.set(runtimeId, FOLD_VERSION);
    this.change(runtimeId, rebuilt);
  }

  /** From here on new events also go into the new fold; folds do not depend on order. */
  beginRebuild(runtimeId: string): void {
    this.of(runtimeId);
    this.rebuilding.set(runtimeId, EMPTY_FOLD);
  }

  /** Adds events of the log. */
  rebuildWith(runtimeId: string, events: readonly EventEnvelope[]): void {
    this.rebuilding.set(runtimeId, events.reduce(fold, this.rebuilding.get(runtimeId) ?? EMPTY_FOLD));
  }

  /** Inside a transaction, which ends with `write`: replaces the old fold by the new one. */
  finishRebuild(runtimeId: string): void {
    const rebuilt = this.rebuilding.get(runtimeId);
    if (rebuilt === undefined) return;
    this.rebuilding.delete(runtimeId);
    this.versions.set(runtimeId, FOLD_VERSION);
    // keep the old fold if the log has no events of it left
    this.change(runtimeId, rebuilt === EMPTY_FOLD ? this.of(runtimeId) : rebuilt);
  }

  /** Drops an ended runtime from memory. */
  release(runtimeId: string): void {
    this.kept.delete(runtimeId);
    this.versions.delete(runtimeId);
    this.cursors.delete(runtimeId);
  }

  private change(runtimeId: string, changed: RuntimeFold): void {
    this.kept.set(runtimeId, changed);
    this.unwritten.add(runtimeId);
    this.store.unit.reloadOnRollback(this, () => this.forgetUnwritten());
  }

  private cursorsOf(runtimeId: string): ReadonlyMap<Source, SourceCursorRow> {
    const known = this.cursors.get(runtimeId);
    if (known !== undefined) return known;
    const loaded = new Map(this.store.sourceCursors(runtimeId).map((cursor) => [cursor.source, cursor]));
    this.cursors.set(runtimeId, loaded);
    return loaded;
  }

  private forgetUnwritten(): void {
    this.unwritten.clear();
    this.unwrittenCursors.clear();
  }
}

/** Marks an unreadable fold, so that it is rebuilt. */
const UNREADABLE = -1;

/** A late event does not move a cursor back. */
function isNewer(cursor: SourceCursorRow, held: SourceCursorRow): boolean {
  const order =
    (cursor.last_source_seq ?? 0) - (held.last_source_seq ?? 0) ||
    cursor.last_order_event_time - held.last_order_event_time ||
    cursor.last_order_ingested_at - held.last_order_ingested_at;
  return order > 0 || (order === 0 && cursor.last_order_event_id > held.last_order_event_id);
}

function cursorOf(runtime_id: string, source: Source, event: EventEnvelope): SourceCursorRow {
  return {
    runtime_id,
    source,
    last_source_seq: event.source_seq ?? null,
    last_order_event_time: event.event_time,
    last_order_ingested_at: event.ingested_at,
    last_order_event_id: event.event_id,
  };
}

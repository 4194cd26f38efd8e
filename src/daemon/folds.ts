import { EMPTY_FOLD, fold, type RuntimeFold } from "../core/engine/fold.ts";
import type { EventEnvelope, Source } from "../core/protocol/event.ts";
import type { SourceCursorRow, Store } from "./store/store.ts";

/** The folds in memory, staged while a transaction is open, so that what failed to be stored was never folded. */
export class Folds {
  private readonly store: Store;
  private readonly kept = new Map<string, RuntimeFold>();
  private readonly staged = new Map<string, RuntimeFold>();
  private readonly cursors = new Map<string, SourceCursorRow>();
  private readonly keptCursors = new Map<string, Map<Source, SourceCursorRow>>();

  constructor(store: Store) {
    this.store = store;
  }

  of(runtimeId: string): RuntimeFold {
    const known = this.staged.get(runtimeId) ?? this.kept.get(runtimeId);
    if (known !== undefined) return known;
    const stored = this.store.loadFold(runtimeId);
    const loaded = stored === null ? EMPTY_FOLD : ({ ...EMPTY_FOLD, ...JSON.parse(stored) } as RuntimeFold);
    this.kept.set(runtimeId, loaded);
    return loaded;
  }

  apply(runtimeId: string, event: EventEnvelope): void {
    this.staged.set(runtimeId, fold(this.of(runtimeId), event));
    const key = `${runtimeId}|${event.source}`;
    const cursor = cursorOf(runtimeId, event.source, event);
    const held = this.cursors.get(key) ?? this.knownCursors(runtimeId).get(event.source);
    if (held === undefined || isNewer(cursor, held)) this.cursors.set(key, cursor);
  }

  /** The same seen again: known until the next start, which looks anew. */
  refresh(runtimeId: string, event: EventEnvelope): void {
    const state = fold(this.of(runtimeId), event);
    if (this.staged.has(runtimeId)) this.staged.set(runtimeId, state);
    else this.kept.set(runtimeId, state);
  }

  /** What that source has shown is as if nobody had looked. Only for guesses: what an agent said is never unsaid. */
  forgetLooks(runtimeId: string, source: Source): void {
    const held = this.of(runtimeId);
    const looks = Object.fromEntries(Object.entries(held.looks).filter(([, look]) => look.source !== source));
    this.staged.set(runtimeId, { ...held, looks });
  }

  /** Inside the transaction. */
  write(): void {
    for (const [runtimeId, state] of this.staged) this.store.saveFold(runtimeId, JSON.stringify(state));
    for (const cursor of this.cursors.values()) this.store.saveSourceCursor(cursor);
  }

  commit(): void {
    for (const [runtimeId, state] of this.staged) this.kept.set(runtimeId, state);
    for (const cursor of this.cursors.values()) this.knownCursors(cursor.runtime_id).set(cursor.source, cursor);
    this.discard();
  }

  discard(): void {
    this.staged.clear();
    this.cursors.clear();
  }

  private knownCursors(runtimeId: string): Map<Source, SourceCursorRow> {
    const known = this.keptCursors.get(runtimeId);
    if (known !== undefined) return known;
    const loaded = new Map(this.store.sourceCursors(runtimeId).map((cursor) => [cursor.source, cursor]));
    this.keptCursors.set(runtimeId, loaded);
    return loaded;
  }

  /** A runtime that has ended need not be kept in memory. */
  release(runtimeId: string): void {
    this.kept.delete(runtimeId);
    this.keptCursors.delete(runtimeId);
  }
}

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

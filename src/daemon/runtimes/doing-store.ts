import { isDeepStrictEqual } from "node:util";
import { DoingRecord, learnDoing, NO_DOING } from "../../core/doing/doing-record.ts";
import type { DoingNews } from "../../core/protocol/events/doing-news.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

/** Key prefix of what agents work on. */
export const DOING = "doing:";

/** Each agent's current work, by runtime. Kept over restarts. */
export class DoingStore {
  private readonly store: Store;
  private readonly known: StagedMap<string, DoingRecord>;

  constructor(store: Store) {
    this.store = store;
    this.known = new StagedMap(store.unit);
  }

  of(runtimeId: string): DoingRecord {
    const known = this.known.get(runtimeId);
    if (known !== undefined) return known;
    const stored = this.store.recall(DOING + runtimeId);
    const record = (stored !== null && readStored(DoingRecord, stored)) || NO_DOING;
    this.known.set(runtimeId, record);
    return record;
  }

  /** Inside a transaction: what an event of that agent session tells. */
  learn(runtimeId: string, news: DoingNews, event: EventEnvelope, session: string | undefined): void {
    this.change(runtimeId, learnDoing(this.of(runtimeId), news, event, session));
  }

  /** Inside a transaction: the agent works in that directory now. */
  learnDirectory(runtimeId: string, path: string, { source, event_type: from }: EventEnvelope, at: number): void {
    const record = this.of(runtimeId);
    const { directory } = record;
    if (path === directory?.path || at < (directory?.at ?? 0)) return;
    this.change(runtimeId, { ...record, directory: { path, source, from, at } });
  }

  /** Stores what git has there; null for nothing. True if it is news. */
  learnGit(runtimeId: string, found: Partial<Pick<DoingRecord, "branch" | "changes">>): boolean {
    return this.store.transact(() => this.change(runtimeId, { ...this.of(runtimeId), ...found }));
  }

  /** Inside a transaction: removes what turned out to belong to another runtime, and returns it. */
  take(runtimeId: string): DoingRecord {
    const record = this.of(runtimeId);
    this.store.forget(DOING + runtimeId);
    this.known.set(runtimeId, NO_DOING);
    return record;
  }

  /** Inside a transaction: gives it what was taken from another. */
  give(runtimeId: string, record: DoingRecord): void {
    if (this.of(runtimeId) === NO_DOING) this.change(runtimeId, record);
  }

  /** Drops an ended agent's record from memory; it can be read again. */
  release(runtimeId: string): void {
    this.known.delete(runtimeId);
  }

  private change(runtimeId: string, record: DoingRecord): boolean {
    if (isDeepStrictEqual(record, this.of(runtimeId))) return false;
    this.store.remember(DOING + runtimeId, JSON.stringify(record));
    this.known.set(runtimeId, record);
    return true;
  }
}

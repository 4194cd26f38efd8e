import { lstatSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Archive, Conversation } from "../../core/adapter/conversation.ts";
import { conversationId } from "../../core/search/conversation-ref.ts";
import { findFiles } from "./find-files.ts";
import { type AgentFile, indexFile } from "./index-file.ts";
import type { KnownConversation, SearchIndex } from "./search-index.ts";

const BYTES_AT_ONCE = 128 * 1024;
/** Small transactions make many small segments, which must be merged. */
const BYTES_PER_COMMIT = 4 * 1024 * 1024;
const CATCH_UP_MS = 50;
/** Of the size that is allowed, once the oldest words were removed. */
const ROOM = 0.9;
const MERGED_PAGES = 500;

export interface IndexerDeps {
  index: SearchIndex;
  conversationOf(agent: string): Conversation | null;
  archives: readonly { agent: string; archive: Archive }[];
  exclude: readonly string[];
  keepMs: number;
  mostBytes: number;
  now(): number;
}

interface Found extends AgentFile {
  size: number;
  changed_at: number;
}

/** Keeps the index up to date with agents' files, in small steps with rests between. */
export class Indexer {
  private readonly deps: IndexerDeps;
  private scanning: Promise<void> | null = null;
  private readSinceCommit = 0;
  /** Conversations that were not read to their end yet. */
  unread = 0;

  constructor(deps: IndexerDeps) {
    this.deps = deps;
  }

  /** All files were looked at once. */
  get hasScanned(): boolean {
    return this.deps.index.recall("scanned") !== null;
  }

  /** Looks at all files, the newest first; `told` are those that agents have named themselves. */
  scan(told: readonly AgentFile[]): Promise<void> {
    this.scanning ??= this.readAll(told).finally(() => {
      this.scanning = null;
      this.unread = 0;
    });
    return this.scanning;
  }

  /** Reads what live agents have written since, the newest first, as far as a person who waits allows: one step at least. */
  catchUp(live: readonly AgentFile[]): void {
    const until = performance.now() + CATCH_UP_MS;
    const news = live.flatMap(lookAt).filter((file) => this.isNew(file));
    news.sort((a, b) => b.changed_at - a.changed_at);
    for (const file of news) {
      while (this.step(file) && performance.now() < until);
      if (performance.now() >= until) break;
    }
    this.commit();
  }

  private async readAll(told: readonly AgentFile[]): Promise<void> {
    const files = this.find(told);
    this.forgetRemoved(new Set(files.map(({ path }) => path)));
    const news = files.filter((file) => this.isNew(file)).sort((a, b) => b.changed_at - a.changed_at);
    this.unread = news.length;
    for (const file of news) {
      for (let more = true; more; ) {
        const began = performance.now();
        more = this.step(file);
        await this.makeRoom();
        // half of a core at most
        await sleep(Math.min(100, performance.now() - began));
      }
      this.unread -= 1;
    }
    this.commit();
    await this.removeOld();
    this.deps.index.remember("scanned", String(this.deps.now()));
  }

  private find(told: readonly AgentFile[]): Found[] {
    const byPath = new Map<string, AgentFile>();
    for (const { agent, archive } of this.deps.archives)
      for (const path of findFiles(archive)) byPath.set(path, { agent, path });
    for (const file of told) byPath.set(file.path, file);
    const oldest = this.oldest();
    return [...byPath.values()].flatMap(lookAt).filter(({ changed_at }) => changed_at >= oldest);
  }

  private isNew({ agent, path, directory, size, changed_at }: Found): boolean {
    const conversation = this.deps.conversationOf(agent);
    if (conversation === null) return false;
    // without knowing whose it is, it may be one that is left out
    if (this.deps.exclude.length > 0 && directory === undefined && conversation.directory === undefined) return false;
    const known = this.deps.index.conversation(conversationId(agent, path));
    return known === null || known.size !== size || known.changed_at !== changed_at || isHalfRead(known);
  }

  private step(file: Found): boolean {
    const { index, exclude, now } = this.deps;
    const conversation = this.deps.conversationOf(file.agent);
    if (conversation === null) return false;
    try {
      if (!index.db.isInTransaction) index.db.exec("BEGIN");
      const name = conversationId(file.agent, file.path);
      const known = index.conversation(name) ?? index.add(name, file.agent, file.path);
      const reading = { conversation, exclude, oldest: this.oldest(), now: now(), bytes: BYTES_AT_ONCE };
      const more = indexFile(index, known, file, reading);
      this.readSinceCommit += BYTES_AT_ONCE;
      if (this.readSinceCommit >= BYTES_PER_COMMIT) this.commit();
      return more;
    } catch (error) {
      if (index.db.isInTransaction) index.db.exec("ROLLBACK");
      throw error;
    }
  }

  private commit(): void {
    const { db } = this.deps.index;
    if (db.isInTransaction) db.exec("COMMIT");
    this.readSinceCommit = 0;
  }

  /** A file that its agent or its user has removed leaves the index, too. */
  private forgetRemoved(found: ReadonlySet<string>): void {
    const { index } = this.deps;
    for (const known of index.conversations())
      if (!found.has(known.path) && lookAt({ agent: known.agent, path: known.path }).length === 0) index.forget(known);
  }

  private oldest(): number {
    const { index, keepMs, now } = this.deps;
    return Math.max(now() - keepMs, Number(index.recall("floor") ?? 0));
  }

  private async removeOld(): Promise<void> {
    while (this.deps.index.removeBefore(this.oldest())) await sleep(1);
    await this.makeRoom();
  }

  /** Removes the oldest words if the index is too large, and takes no older ones from then on. */
  private async makeRoom(): Promise<void> {
    const { index, mostBytes } = this.deps;
    if (index.bytes() <= mostBytes) return;
    this.commit();
    while (index.bytes() > mostBytes * ROOM) {
      const oldest = index.removeOldest();
      if (oldest === null) break;
      index.remember("floor", String(oldest));
      // room is free again when the removed words were merged away
      index.db.exec(`INSERT INTO words (words, rank) VALUES ('merge', ${MERGED_PAGES})`);
      await sleep(1);
    }
  }
}

function isHalfRead({ is_excluded, offset, size, file }: KnownConversation): boolean {
  return is_excluded === 0 && file !== "" && offset < size;
}

function lookAt(file: AgentFile): Found[] {
  try {
    const stats = lstatSync(file.path);
    return stats.isFile() ? [{ ...file, size: stats.size, changed_at: stats.mtimeMs }] : [];
  } catch {
    return [];
  }
}

import { lstatSync } from "node:fs";
import { setImmediate as nextTurnOfTheLoop, setTimeout as sleep } from "node:timers/promises";
import type { Archive, Conversation } from "../../core/adapter/conversation.ts";
import { conversationId } from "../../core/search/conversation-ref.ts";
import { findFiles, splitPattern } from "./find-files.ts";
import { type AgentFile, indexFile, indexLines, type Reading } from "./index-file.ts";
import type { NewLines } from "./read-new-lines.ts";
import type { KnownConversation, SearchIndex } from "./search-index.ts";

/** A search waits for the step that is under way. */
const BYTES_AT_ONCE = 64 * 1024;
const FILES_AT_ONCE = 50;
/** Small transactions make many small segments, which must be merged. */
const BYTES_PER_COMMIT = 4 * 1024 * 1024;
const CATCH_UP_MS = 25;
/** Of the size that is allowed, once the oldest words were removed. */
const ROOM = 0.9;

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

  /** Looks at all files, the newest first; `told` are those that agents have named themselves, `targets` those over ssh. */
  scan(told: readonly AgentFile[], targets: readonly string[] | null = null): Promise<void> {
    this.scanning ??= this.readAll(told, targets).finally(() => {
      this.scanning = null;
      this.unread = 0;
    });
    return this.scanning;
  }

  /** Reads what live agents have written since, the newest first, as far as a person who waits allows: one step at least. */
  catchUp(live: readonly AgentFile[]): void {
    const until = performance.now() + CATCH_UP_MS;
    const news = live
      .flatMap(withRuns)
      .flatMap(lookAt)
      .filter((file) => this.isNew(file));
    news.sort((a, b) => b.changed_at - a.changed_at);
    for (const file of news) {
      while (this.step(file) && performance.now() < until);
      if (performance.now() >= until) break;
    }
    this.commit();
  }

  /** Adds lines of a file over ssh; true if there is more to read. */
  add(file: AgentFile, read: NewLines): boolean {
    const isMore = this.change(file, (known, reading) => indexLines(this.deps.index, known, file, read, reading));
    this.commit();
    return isMore;
  }

  /** Forgets a file over ssh that is gone. */
  forget({ agent, path, target }: AgentFile): void {
    const known = this.deps.index.conversation(conversationId(agent, path, target));
    this.commit();
    if (known !== null) this.deps.index.forget(known);
  }

  private async readAll(told: readonly AgentFile[], targets: readonly string[] | null): Promise<void> {
    const all = this.find(told);
    if (!this.deps.index.isScanned) this.unread = all.length;
    const files = await inSteps(all, lookAt);
    await this.forgetRemoved(new Set(files.map(({ path }) => path)), targets);
    const oldest = this.oldest();
    const news = await inSteps(files, (file) => (file.changed_at >= oldest && this.isNew(file) ? [file] : []));
    news.sort((a, b) => b.changed_at - a.changed_at);
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

  private find(told: readonly AgentFile[]): AgentFile[] {
    const byPath = new Map<string, AgentFile>();
    for (const { agent, archive } of this.deps.archives)
      for (const path of findFiles(archive)) byPath.set(path, { agent, path });
    for (const file of told) byPath.set(file.path, file);
    return [...byPath.values()];
  }

  private isNew({ agent, path, directory, size, changed_at }: Found): boolean {
    const conversation = this.deps.conversationOf(agent);
    if (conversation === null) return false;
    // without knowing whose it is, it may be one that is left out
    if (this.deps.exclude.length > 0 && directory === undefined && conversation.directory === undefined) return false;
    return hasChanged(this.deps.index, { agent, path, size, changed_at });
  }

  private step(file: Found): boolean {
    const isMore = this.change(file, (known, reading) => indexFile(this.deps.index, known, file, reading));
    this.readSinceCommit += BYTES_AT_ONCE;
    if (this.readSinceCommit >= BYTES_PER_COMMIT) this.commit();
    return isMore;
  }

  /** Inside a transaction. */
  private change(
    { agent, path, target }: AgentFile,
    work: (known: KnownConversation, reading: Reading) => boolean,
  ): boolean {
    const { index, exclude, now } = this.deps;
    const conversation = this.deps.conversationOf(agent);
    if (conversation === null) return false;
    try {
      if (!index.db.isInTransaction) index.db.exec("BEGIN");
      const name = conversationId(agent, path, target);
      const known = index.conversation(name) ?? index.add(name, agent, path, target);
      return work(known, { conversation, exclude, oldest: this.oldest(), now: now(), bytes: BYTES_AT_ONCE });
    } catch (error) {
      index.undo();
      throw error;
    }
  }

  private commit(): void {
    const { db } = this.deps.index;
    if (db.isInTransaction) db.exec("COMMIT");
    this.readSinceCommit = 0;
  }

  /** A file that its agent or its user has removed leaves the index, too. */
  private async forgetRemoved(found: ReadonlySet<string>, targets: readonly string[] | null): Promise<void> {
    const { index } = this.deps;
    const isThere = ({ agent, target, path }: KnownConversation) =>
      target === "" ? found.has(path) || lookAt({ agent, path }).length > 0 : (targets?.includes(target) ?? true);
    for (const known of index.conversations()) {
      if (isThere(known)) continue;
      index.forget(known);
      await nextTurnOfTheLoop();
    }
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
      await sleep(1);
    }
  }
}

/** Whether one of the files, or one of a sub-agent, has something that is not in the index. */
export function isAnyChanged(index: SearchIndex, files: readonly AgentFile[]): boolean {
  return files.flatMap(withRuns).some((file) => lookAt(file).some((found) => hasChanged(index, found)));
}

function withRuns(file: AgentFile): AgentFile[] {
  if (file.runs === undefined) return [file];
  const [folder, pattern] = splitPattern(file.runs);
  return [file, ...findFiles({ folder, patterns: [pattern] }).map((path) => ({ ...file, path }))];
}

function hasChanged(index: SearchIndex, { agent, path, size, changed_at }: Found): boolean {
  const known = index.conversation(conversationId(agent, path));
  return known === null || known.size !== size || known.changed_at !== changed_at || isHalfRead(known);
}

/** A search is answered in between. */
async function inSteps<From, To>(all: readonly From[], work: (each: From) => To[]): Promise<To[]> {
  const done: To[] = [];
  for (const [at, each] of all.entries()) {
    if (at % FILES_AT_ONCE === FILES_AT_ONCE - 1) await nextTurnOfTheLoop();
    done.push(...work(each));
  }
  return done;
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

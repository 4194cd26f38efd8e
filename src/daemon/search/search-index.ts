import type { Piece } from "../../core/protocol/conversation/conversation.ts";
import type { Database, Statement } from "../store/database.ts";
import { openIndexFile, removeIndex } from "./index-database.ts";
import { packText } from "./packed-text.ts";
import { IDS_PER_MS, type IndexedWords, WordTables } from "./word-tables.ts";

const REMOVED_AT_ONCE = 500;
/** A conversation as the index knows it. */
export interface KnownConversation {
  id: number;
  name: string;
  agent: string;
  /** Empty for this machine. */
  target: string;
  path: string;
  project: number | null;
  is_excluded: number;
  /** Which file it is; another one at the same path has another. */
  file: string;
  /** Up to here it was read. */
  offset: number;
  /** A digest of what stands before the offset. */
  mark: string;
  size: number;
  changed_at: number;
  turn: number | null;
}

/** One text to be found. */
export interface IndexedPiece {
  kind: Extract<Piece["kind"], "prompt" | "words" | "call" | "result">;
  name: string;
  at: number;
  text: string;
}

/** The database of the search. It holds nothing that is not in agents' own files, so a damaged one is begun anew. */
export class SearchIndex {
  readonly db: Database;
  readonly words: WordTables;
  private readonly statements: ReturnType<typeof prepareAll>;

  private constructor(db: Database) {
    this.db = db;
    this.words = new WordTables(db);
    this.statements = prepareAll(db);
  }

  /** `settings`: with others than before, the index is begun anew, so that nothing is left of what is excluded now. */
  static open(path: string, settings: string): SearchIndex {
    try {
      return new SearchIndex(openIndexFile(path, settings));
    } catch {
      removeIndex(path);
      return new SearchIndex(openIndexFile(path, settings));
    }
  }

  conversation(name: string): KnownConversation | null {
    return this.statements.conversation.get(name) ?? null;
  }

  conversations(): KnownConversation[] {
    return this.statements.conversations.all();
  }

  /** Inside a transaction, as all that changes something. */
  add(name: string, agent: string, path: string, target = ""): KnownConversation {
    this.statements.add.run(name, agent, target, path);
    return this.conversation(name) as KnownConversation;
  }

  keep(known: KnownConversation): void {
    this.statements.keep.run({ ...known });
  }

  project(directory: string): number {
    this.statements.addProject.run(directory);
    return this.statements.project.get(directory) as number;
  }

  /** A turn begins with a prompt, at this offset of the file. */
  beginTurn(conversation: number, prompt: string, start: number): number {
    return this.statements.addTurn.run(conversation, prompt, start).lastInsertRowid;
  }

  /** A piece that is written again replaces the first. */
  addPiece({ id, agent, project, turn }: KnownConversation, { kind, name, at, text }: IndexedPiece): void {
    const full = `${kind} ${name}`;
    const before = this.statements.piece.get(id, full);
    if (before?.text === text) return;
    if (before !== undefined) this.remove([before]);
    const added = { id: before?.id ?? this.freeId(at), text, place: placeOf(agent, project) };
    this.statements.addPiece.run(added.id, id, turn ?? 0, kind, full, packText(text), added.place);
    this.words.add(added);
  }

  /** Removes all that is known of a conversation's words. */
  empty({ id }: KnownConversation): void {
    this.remove(this.statements.piecesOf.all(id));
    this.statements.emptyTurns.run(id);
  }

  /** In a transaction of its own. */
  forget(known: KnownConversation): void {
    this.whole(() => {
      this.empty(known);
      this.statements.forget.run(known.id);
    });
  }

  /** Removes some of what was said before; false if nothing is left to remove. */
  removeBefore(at: number): boolean {
    return this.whole(() => {
      const dropped = this.dropBefore(at * IDS_PER_MS);
      return dropped || this.removeSome(at * IDS_PER_MS);
    });
  }

  /** Removes the oldest table of words or, if all are in one, the oldest of them. Returns the time of the oldest that are left. */
  removeOldest(): number | null {
    this.whole(() => {
      const end = this.words.endOfOldest();
      if (end !== null) return this.dropBefore(end);
      const isSome = this.removeSome(Number.MAX_SAFE_INTEGER);
      this.words.mergeOldest();
      return isSome;
    });
    return this.oldest();
  }

  oldest(): number | null {
    const id = this.statements.oldest.get();
    return id == null ? null : Math.floor(id / IDS_PER_MS);
  }

  /** Bytes in use, without pages that are free again. */
  bytes(): number {
    const [pages, free, size] = ["page_count", "freelist_count", "page_size"].map((name) =>
      Number(this.db.pragma(name)),
    );
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
  }

  count(): number {
    return this.statements.count.get() ?? 0;
  }

  /** All files were looked at once. */
  get isScanned(): boolean {
    return this.recall("scanned") !== null;
  }

  recall(name: string): string | null {
    return this.statements.recall.get(name) ?? null;
  }

  remember(name: string, value: string): void {
    this.statements.remember.run(name, value);
  }

  /** Undoes the transaction. */
  undo(): void {
    if (this.db.isInTransaction) this.db.exec("ROLLBACK");
    this.words.reload();
  }

  close(): void {
    this.db.close();
  }

  /** Drops whole tables of words with their texts; false if there was none. */
  private dropBefore(id: number): boolean {
    const end = this.words.dropBefore(id);
    if (end > 0) this.statements.removeIds.run(end);
    return end > 0;
  }

  private removeSome(before: number): boolean {
    const some = this.statements.piecesBefore.all(before, REMOVED_AT_ONCE);
    this.remove(some);
    return some.length > 0;
  }

  /** All or nothing. */
  private whole<Result>(work: () => Result): Result {
    this.db.exec("BEGIN");
    try {
      const result = work();
      this.db.exec("COMMIT");
      return result;
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  private remove(pieces: readonly IndexedWords[]): void {
    for (const piece of pieces) {
      this.words.remove(piece);
      this.statements.removePiece.run(piece.id);
    }
  }

  private freeId(at: number): number {
    for (let base = Math.floor(at) * IDS_PER_MS; ; base += IDS_PER_MS) {
      const last = this.statements.lastId.get(base, base + IDS_PER_MS) ?? null;
      const next = last === null ? base : last + 1;
      if (next < base + IDS_PER_MS) return next;
    }
  }
}

/** Words that say where a text is from: filters are part of the search, so that they do not read what does not fit. */
export function placeOf(agent: string, project: number | null): string {
  return `agent${agent.replaceAll(/[^a-z0-9]/gi, "")} project${project ?? 0}`;
}

function prepareAll(db: Database) {
  return {
    conversation: db.prepare<[string], KnownConversation>("SELECT * FROM conversations WHERE name = ?"),
    conversations: db.prepare<[], KnownConversation>("SELECT * FROM conversations"),
    add: db.prepare<[string, string, string, string]>(
      "INSERT OR IGNORE INTO conversations (name, agent, target, path) VALUES (?, ?, ?, ?)",
    ),
    keep: db.prepare<[Omit<KnownConversation, never>]>(
      `UPDATE conversations SET name = @name, agent = @agent, target = @target, path = @path, project = @project, is_excluded = @is_excluded,
      file = @file, offset = @offset, mark = @mark, size = @size, changed_at = @changed_at, turn = @turn WHERE id = @id`,
    ),
    addProject: db.prepare<[string]>("INSERT OR IGNORE INTO projects (directory) VALUES (?)"),
    project: db.prepareColumn<[string], number>("SELECT id FROM projects WHERE directory = ?"),
    addTurn: db.prepare<[number, string, number]>("INSERT INTO turns (conversation, prompt, start) VALUES (?, ?, ?)"),
    piece: db.prepare<[number, string], IndexedWords>(
      "SELECT id, text, place FROM texts WHERE conversation = ? AND name = ?",
    ),
    piecesOf: db.prepare<[number], IndexedWords>("SELECT id, text, place FROM texts WHERE conversation = ?"),
    piecesBefore: db.prepare<[number, number], IndexedWords>(
      "SELECT id, text, place FROM texts WHERE id < ? ORDER BY id LIMIT ?",
    ),
    addPiece: db.prepare<[number, number, number, string, string, string | Uint8Array, string]>(
      "INSERT INTO pieces (id, conversation, turn, kind, name, text, place) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    removePiece: db.prepare<[number]>("DELETE FROM pieces WHERE id = ?"),
    emptyTurns: db.prepare<[number]>("DELETE FROM turns WHERE conversation = ?"),
    forget: db.prepare<[number]>("DELETE FROM conversations WHERE id = ?"),
    removeIds: db.prepare<[number]>("DELETE FROM pieces WHERE id < ?"),
    oldest: db.prepareColumn<[], number | null>("SELECT min(id) FROM pieces"),
    count: db.prepareColumn<[], number>("SELECT count(*) FROM conversations WHERE is_excluded = 0 AND offset > 0"),
    lastId: db.prepareColumn<[number, number], number | null>("SELECT max(id) FROM pieces WHERE id >= ? AND id < ?"),
    recall: db.prepareColumn<[string], string>("SELECT value FROM about WHERE name = ?"),
    remember: db.prepare<[string, string]>("INSERT OR REPLACE INTO about VALUES (?, ?)"),
  } satisfies Record<string, Statement<never[], unknown>>;
}

import type { Database, Statement } from "../store/database.ts";

/** Ids of pieces are their time, so that the newest are found first; this many fit into a millisecond. */
export const IDS_PER_MS = 4096;
/**
 * Words are in one table for each span of time: a search looks at one after the other, the newest first, and can stop
 * after each; the beginning of a word is looked up in one of them at a time; and old ones are dropped as a whole.
 */
const IDS_PER_TABLE = 86_400_000 * IDS_PER_MS;
const MERGED_PAGES = 500;
const NAME = "words_";

interface TableStatements {
  add: Statement<[number, string, string]>;
  remove: Statement<[number, string, string]>;
}

/** A text that can be found, and words that say where it is from. */
export interface IndexedWords {
  id: number;
  text: string;
  place: string;
}

/** The full-text tables of the index. Their texts are those of the pieces. */
export class WordTables {
  private readonly db: Database;
  private readonly statements = new Map<number, TableStatements>();
  /** Numbers of the tables, in the order of time. */
  private numbers: number[] = [];

  constructor(db: Database) {
    this.db = db;
    this.reload();
  }

  /** Also after a transaction was undone: tables that were made in it are not there. */
  reload(): void {
    const names = this.db
      .prepareColumn<[], string>(
        `SELECT name FROM sqlite_schema WHERE name GLOB '${NAME}[0-9]*' AND sql GLOB 'CREATE VIRTUAL*'`,
      )
      .all();
    this.numbers = names.map((name) => Number(name.slice(NAME.length))).sort((a, b) => a - b);
    this.statements.clear();
  }

  /** Inside a transaction, as all that changes something. */
  add({ id, text, place }: IndexedWords): void {
    this.statementsOf(numberOf(id)).add.run(id, text, place);
  }

  remove({ id, text, place }: IndexedWords): void {
    this.statementsOf(numberOf(id)).remove.run(id, text, place);
  }

  /** Tables with words of these ids, the newest first. */
  *between(from: number, until: number): Generator<{ table: string; from: number }> {
    for (const number of this.numbers.toReversed()) {
      const first = number * IDS_PER_TABLE;
      if (first < until && first + IDS_PER_TABLE > from) yield { table: NAME + number, from: first };
    }
  }

  /** The id after those of the oldest table; null if all words are in one. */
  endOfOldest(): number | null {
    const [oldest] = this.numbers;
    return oldest === undefined || this.numbers.length === 1 ? null : (oldest + 1) * IDS_PER_TABLE;
  }

  /** Drops tables of which all ids are before this one, and returns the end of the last of them. */
  dropBefore(id: number): number {
    const old = this.numbers.filter((number) => (number + 1) * IDS_PER_TABLE <= id);
    for (const number of old) {
      this.statements.delete(number);
      this.db.exec(`DROP TABLE ${NAME}${number}`);
    }
    this.numbers = this.numbers.slice(old.length);
    return old.length === 0 ? 0 : ((old.at(-1) ?? 0) + 1) * IDS_PER_TABLE;
  }

  /** Room of removed words is free again when they were merged away. */
  mergeOldest(): void {
    const [oldest] = this.numbers;
    if (oldest === undefined) return;
    this.db.exec(`INSERT INTO ${NAME}${oldest} (${NAME}${oldest}, rank) VALUES ('merge', ${MERGED_PAGES})`);
  }

  private statementsOf(number: number): TableStatements {
    const known = this.statements.get(number);
    if (known !== undefined) return known;
    const name = NAME + number;
    if (!this.numbers.includes(number)) {
      this.db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5 (
        text, place, content = 'texts', content_rowid = 'id', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
      )`);
      this.numbers = [...this.numbers, number].sort((a, b) => a - b);
    }
    const statements: TableStatements = {
      add: this.db.prepare(`INSERT INTO ${name} (rowid, text, place) VALUES (?, ?, ?)`),
      remove: this.db.prepare(`INSERT INTO ${name} (${name}, rowid, text, place) VALUES ('delete', ?, ?, ?)`),
    };
    this.statements.set(number, statements);
    return statements;
  }
}

function numberOf(id: number): number {
  return Math.floor(id / IDS_PER_TABLE);
}

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { Fault } from "../../core/protocol/base/fault.ts";

/** A prepared statement. `Values`: positional parameters, or one object with a field for each `@name`. */
export class Statement<Values extends unknown[] = unknown[], Row = unknown> {
  private readonly statement: StatementSync;
  private readonly rowOf: (row: unknown) => Row;

  constructor(statement: StatementSync, rowOf: (row: unknown) => Row) {
    this.statement = statement;
    this.rowOf = rowOf;
  }

  run(...values: Values): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.statement.run(...(values as SQLInputValue[]));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  get(...values: Values): Row | undefined {
    const row = this.statement.get(...(values as SQLInputValue[]));
    return row === undefined ? undefined : this.rowOf(row);
  }

  all(...values: Values): Row[] {
    return this.statement.all(...(values as SQLInputValue[])).map(this.rowOf);
  }
}

/** SQLite through Node's own module: nothing to compile, and no native module that may fail to load. */
export class Database {
  private readonly db: DatabaseSync;

  /** `timeout`: milliseconds to wait for another connection's lock. */
  constructor(path: string, options: { readOnly?: boolean; timeout?: number } = {}) {
    this.db = new (sqlite().DatabaseSync)(path, options);
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  get isInTransaction(): boolean {
    return this.db.isTransaction;
  }

  prepare<Values extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Values, Row> {
    // Node returns objects without a prototype, which deep comparison treats as different from ours
    return new Statement(this.db.prepare(sql), (row) => ({ ...(row as Row) }));
  }

  /** Returns the first column of each row. */
  prepareColumn<Values extends unknown[], Value>(sql: string): Statement<Values, Value> {
    return new Statement(this.arrays(sql), (row) => (row as [Value])[0]);
  }

  /** Returns each row as an array of its columns. */
  prepareArrays<Values extends unknown[], Row extends unknown[]>(sql: string): Statement<Values, Row> {
    return new Statement(this.arrays(sql), (row) => row as Row);
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  /** A function of one value that statements can call; the same value must always give the same result. */
  define(name: string, work: (value: unknown) => string): void {
    this.db.function(name, { deterministic: true }, work);
  }

  /** The first column of the pragma's first row. */
  pragma(words: string): unknown {
    return this.prepareColumn(`PRAGMA ${words}`).get();
  }

  /** All or nothing, under a lock that excludes other connections from the start. */
  exclusively(work: () => void): void {
    this.exec("BEGIN EXCLUSIVE");
    try {
      work();
      this.exec("COMMIT");
    } catch (error) {
      // on a full disk SQLite rolls back by itself
      if (this.isInTransaction) this.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    if (this.isOpen) this.db.close();
  }

  private arrays(sql: string): StatementSync {
    const statement = this.db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}

/** Loaded on demand, not imported: on a Node without it, a clear error instead of a bundle that does not load. */
function sqlite(): typeof import("node:sqlite") {
  const module = process.getBuiltinModule("node:sqlite");
  if (module !== undefined) return module;
  const words = `this Node (${process.version}, ${process.execPath}) has no SQLite: agtmux needs Node 22.16 or newer`;
  throw new Fault("E_NODE_UNFIT", words, { node: process.version, path: process.execPath });
}

import { Fault } from "../../core/protocol/base/fault.ts";

export const REPAIR_WORDS =
  "'agtmux doctor --repair', while the daemon is stopped, puts the newest backup in its place";

/** The primary result codes of SQLite that are handled here. */
const RESULT_CODES = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
} as const;

type ResultName = (typeof RESULT_CODES)[keyof typeof RESULT_CODES] | "SQLITE_OTHER";

/** The result code of an SQLite error, or null for any other error. */
export function sqliteResult(error: unknown): { name: ResultName; code: number } | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  const primary = error.errcode & 0xff;
  return { name: RESULT_CODES[primary as keyof typeof RESULT_CODES] ?? "SQLITE_OTHER", code: error.errcode };
}

/** Maps an SQLite error to a Fault; returns any other error unchanged. */
export function toFault(error: unknown, facts: Record<string, unknown> = {}): unknown {
  const result = sqliteResult(error);
  if (result === null) return error;
  const { message } = error as Error;
  const details = { sqlite: result.name, sqlite_code: result.code, ...facts };
  const where = typeof facts.path === "string" ? facts.path : "the database";
  switch (result.name) {
    case "SQLITE_FULL":
      return new Fault("E_DISK_FULL", "the disk is full: the database takes no more", details, error);
    case "SQLITE_IOERR":
      // in WAL mode a full disk can also show as IOERR: same code, different message
      return new Fault("E_DISK_FULL", `the disk failed under the database: ${message}`, details, error);
    case "SQLITE_CORRUPT":
    case "SQLITE_NOTADB":
      return new Fault("E_DB_CORRUPT", `${where} cannot be read: ${message}; ${REPAIR_WORDS}`, details, error);
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return new Fault(
        "E_DB_LOCKED",
        `${where} is locked by another program: close whatever has it open`,
        details,
        error,
      );
    case "SQLITE_CANTOPEN":
    case "SQLITE_READONLY":
    case "SQLITE_PERM":
      return new Fault("E_DB_UNUSABLE", `${where} cannot be opened or written: ${message}`, details, error);
    case "SQLITE_OTHER":
      return new Fault("E_INTERNAL", `the database refused: ${message}`, details, error);
  }
}

/** Wraps the functions so that SQLite errors are thrown as faults. */
export function withFaults<T extends object>(methods: T): T {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method !== "function"
      ? method
      : (...args: unknown[]) => {
          try {
            return method(...args);
          } catch (error) {
            throw toFault(error);
          }
        },
  ]);
  return Object.fromEntries(wrapped) as T;
}

import Database from "better-sqlite3";
import { Fault } from "../../core/protocol/fault.ts";

export const REPAIR_WORDS =
  "'agtmux doctor --repair', while the daemon is stopped, puts the newest backup in its place";

/** What SQLite reports, in our words. Anything else passes through as it is. */
export function toFault(error: unknown, facts: Record<string, unknown> = {}): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const details = { sqlite: error.code, ...facts };
  const family = error.code.split("_").slice(0, 2).join("_");
  switch (family) {
    case "SQLITE_FULL":
      return new Fault("E_DISK_FULL", "the disk is full: the database takes no more", details, error);
    case "SQLITE_IOERR":
      // in WAL mode a full disk can show as this too, so the code is the same and the words are not
      return new Fault("E_DISK_FULL", `the disk failed under the database: ${error.message}`, details, error);
    case "SQLITE_CORRUPT":
    case "SQLITE_NOTADB":
      return new Fault(
        "E_DB_CORRUPT",
        `the database cannot be read: ${error.message}; ${REPAIR_WORDS}`,
        details,
        error,
      );
    case "SQLITE_CANTOPEN":
    case "SQLITE_READONLY":
    case "SQLITE_PERM":
      return new Fault("E_HOME_UNUSABLE", `the database cannot be written: ${error.message}`, details, error);
    default:
      return new Fault("E_INTERNAL", `the database refused: ${error.message}`, details, error);
  }
}

/** The same functions, throwing faults where SQLite's own errors would come out. */
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

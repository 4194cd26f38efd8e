import { Fault } from "../../core/protocol/base/fault.ts";
import { Database } from "./database.ts";
import { toFault } from "./sqlite-fault.ts";

/** A complete copy of the committed state, while others keep writing; throws if source or copy is damaged. */
export function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readOnly: true });
  try {
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
  const fault = damageOf(to);
  if (fault !== null) throw new Error(`the copy is damaged: ${fault}`);
}

/** The damage that SQLite finds, or null. Throws if the file cannot be read, which is not damage. */
export function damageOf(path: string): string | null {
  let db: Database | null = null;
  try {
    db = new Database(path, { readOnly: true });
    const found = db.pragma("integrity_check(1)") as string;
    return found === "ok" ? null : found;
  } catch (error) {
    const fault = toFault(error, { path });
    if (fault instanceof Fault && fault.code === "E_DB_CORRUPT" && error instanceof Error) return error.message;
    throw fault;
  } finally {
    db?.close();
  }
}

import { Fault } from "../../core/protocol/fault.ts";
import { Database } from "./database.ts";
import { toFault } from "./sqlite-fault.ts";

/** A whole copy of what is committed now, while others write on; throws where either of the two is damaged. */
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

/** What SQLite finds wrong, or null. One that cannot be looked at is not damaged: that is thrown. */
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

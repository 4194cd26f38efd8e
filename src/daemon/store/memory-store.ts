import { IN_MEMORY, openDatabase } from "./open-database.ts";
import { sqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";

/** An in-memory store for tests. */
export function openMemoryStore(epoch?: string): Store {
  const db = openDatabase(IN_MEMORY);
  if (epoch !== undefined) db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(epoch);
  return sqliteStore(db);
}

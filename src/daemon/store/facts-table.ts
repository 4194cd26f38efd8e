import type { Database } from "./database.ts";
import type { Store } from "./store.ts";
import { upsertSql } from "./upsert-sql.ts";

type FactsTable = Pick<Store, "remember" | "recall" | "recallAll" | "forget">;

export function factsTable(db: Database): FactsTable {
  const remember = db.prepare(upsertSql("memory", ["key"], ["key", "value"]));
  const recall = db.prepareColumn<[string], string>("SELECT value FROM memory WHERE key = ?");
  const recallRange = db.prepareArrays<[string, string], [string, string]>(
    "SELECT key, value FROM memory WHERE key >= ? AND key < ? ORDER BY key",
  );
  const forget = db.prepare("DELETE FROM memory WHERE key = ?");

  return {
    remember: (key, value) => void remember.run({ key, value }),
    recall: (key) => recall.get(key) ?? null,
    recallAll: (prefix) => new Map(recallRange.all(prefix, prefix + LAST_CHARACTER)),
    forget: (key) => void forget.run(key),
  };
}

const LAST_CHARACTER = "\u{10ffff}";

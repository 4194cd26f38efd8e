import { statSync } from "node:fs";
import { join } from "node:path";

/** Bytes that the index of conversations takes on the disk; null if there is none. */
export function searchBytes(home: string): number | null {
  const files = ["search.db", "search.db-wal", "search.db-shm"].map((name) => join(home, name));
  const [main, ...others] = files.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? null);
  return main == null ? null : others.reduce<number>((sum, bytes) => sum + (bytes ?? 0), main);
}

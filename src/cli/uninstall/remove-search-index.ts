import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes the index of conversations even where data is kept: it holds what agents said, and can be made anew. Returns what was there. */
export function removeSearchIndex(home: string): string[] {
  const path = join(home, "search.db");
  const removed = existsSync(path) ? [`index of conversations ${path}`] : [];
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  return removed;
}

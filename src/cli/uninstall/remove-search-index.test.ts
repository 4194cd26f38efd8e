import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeSearchIndex } from "./remove-search-index.ts";

it("[WK54] uninstalling removes the index of conversations, and nothing else of the home", () => {
  const home = mkdtempSync(join(tmpdir(), "agtmux-uninstall-"));
  for (const name of ["search.db", "search.db-wal", "search.db-shm", "agtmux.db"]) writeFileSync(join(home, name), "x");
  expect(removeSearchIndex(home)).toEqual([`index of conversations ${join(home, "search.db")}`]);
  expect(readdirSync(home)).toEqual(["agtmux.db"]);
  expect(removeSearchIndex(home)).toEqual([]);
  rmSync(home, { recursive: true });
});

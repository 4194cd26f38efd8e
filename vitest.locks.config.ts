import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

process.env.FUZZ_CASES ??= "25";

const promises = readFileSync(new URL("SECURITY.md", import.meta.url), "utf8");
/** An attempt at each promise: the tests that SECURITY.md names, wherever they are. */
const named = [...promises.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.test\.(?:ts|mjs))`/g)].map(
  ([, path = ""]) => path,
);

/** Crowds, floods and long properties besides: they want the machine to themselves. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["test/locks/**/*.{test,locks}.ts", ...new Set(named)],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 15 * 60_000,
  },
});

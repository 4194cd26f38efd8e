import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

process.env.FUZZ_CASES ??= "25";

/** Crowds, floods and long properties: they want the machine to themselves. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["test/locks/**/*.{test,locks}.ts"],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 15 * 60_000,
  },
});

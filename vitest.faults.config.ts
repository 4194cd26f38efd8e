import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

process.env.AGTMUX_TEST_LONG = "1";

/** As many rounds as the rules ask for, one test after the other: some six minutes. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["test/faults/**/*.test.ts", "test/soak/**/*.test.ts"],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 120_000,
  },
});

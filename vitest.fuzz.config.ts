import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

process.env.FUZZ_CASES ??= "100000";

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "src/core/engine/*.test.ts",
      "src/**/*.fuzz.ts",
      "src/**/*.property.test.ts",
      "test/locks/rules-shells.property.test.ts",
    ],
    testTimeout: 60 * 60_000,
  },
});

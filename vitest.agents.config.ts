import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Two real agents at once want the machine to themselves: what they show late because of others would be no fault of ours. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/agents/main-path-*.test.ts"], exclude: [], maxWorkers: 2 },
});

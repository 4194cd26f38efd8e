import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Real agents want the machine to themselves: what they show late because of others would be no fault of ours. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/agents/main-path.test.ts"], exclude: [], maxWorkers: 1 },
});

import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

export default defineConfig({
  ...base,
  test: { ...base.test, include: ["src/**/*.fuzz.ts", "test/**/*.fuzz.ts"], testTimeout: 20 * 60_000 },
});

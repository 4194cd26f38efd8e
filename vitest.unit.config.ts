import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Tests in `src` that start a tmux. */
export const WITH_TMUX = ["src/daemon/classify/capture-screens.test.ts", "src/daemon/notify/channels/tmux.test.ts"];

/** Property tests take their seed from the commit, so that a commit passes or fails in the same way everywhere. */
function seedOfCommit(): number {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
  return Number.parseInt(stdout?.slice(0, 7) || "1", 16);
}

/** For `npm run test:unit`. These tests leave nothing behind, so that one process can run many files. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    exclude: WITH_TMUX,
    isolate: false,
    setupFiles: ["test/support/property-seed.ts"],
    env: { AGTMUX_TEST_SEED: String(seedOfCommit()) },
    maxWorkers: 3,
  },
});

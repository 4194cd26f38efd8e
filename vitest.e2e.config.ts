import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";
import { WITH_TMUX } from "./vitest.unit.config.ts";

/** The main paths of the suites that have a command of their own. `npm test` has twelve minutes on two cores. */
const MAIN_PATHS = {
  remote: ["actions", "respawn", "servers", "spawn", "targets"],
  page: ["approval", "begun-text", "keys", "limits", "page", "target", "terminal-input"],
  locks: ["canary-remote", "documents", "tcp-access", "hidden-text", "names", "oversized", "payload-paths", "secrets"],
  faults: ["database", "upgrade"],
};

/** Tests that start daemons, tmux servers, ssh and browsers, and mostly wait for them. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "test/{accuracy,agents,e2e}/**/*.test.ts",
      ...Object.entries(MAIN_PATHS).flatMap(([suite, names]) => names.map((name) => `test/${suite}/${name}.test.ts`)),
      ...WITH_TMUX,
    ],
    maxWorkers: 4,
  },
});

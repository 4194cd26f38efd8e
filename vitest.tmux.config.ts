import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** End-to-end tests whose outcome depends on what tmux does. */
const E2E = [
  ...["actions", "agents", "attach", "binding", "debug-screen", "kill", "levels", "lines", "manners", "markers"],
  ...["notify-tmux", "output-client", "questions", "resume", "send", "spawn", "spawn-remote", "status-line"],
  ...["target-actions", "target-output", "target-respawn", "target-servers", "target-tmux"],
  ...["target-window", "terminal", "terminal-alternate", "terminal-boundary", "terminal-input", "terminal-manners"],
  ...["terminal-page-input", "terminal-record", "terminal-remote", "walking-skeleton", "watcher-window"],
];

/** For `npm run test:tmux`, which puts one version of tmux after the other first on the PATH. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "test/tmux/*.test.ts",
      ...E2E.map((name) => `test/e2e/${name}.test.ts`),
      ...["hung-client", "sessions-at-once"].map((name) => `test/faults/${name}.test.ts`),
      "src/daemon/classify/capture-screens.test.ts",
      "src/daemon/notify/channels/tmux.test.ts",
    ],
    exclude: [],
  },
});

import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Tests whose outcome depends on what tmux does. */
const FILES = {
  e2e: [
    ...["actions", "agents", "attach", "binding", "debug-screen", "kill", "levels", "lines", "manners", "markers"],
    ...["notify-tmux", "questions", "resume", "send", "spawn", "status-line", "tap-looks", "terminal"],
    ...["terminal-alternate", "terminal-input", "terminal-manners", "terminal-record", "walking-skeleton"],
  ],
  remote: [
    ...["actions", "output", "respawn", "servers", "spawn", "tap-splices", "terminal", "tmux", "watcher-window"],
    "window",
  ],
  page: ["terminal-input"],
  faults: ["hung-client", "sessions-at-once"],
};

/** For `npm run test:tmux`, which puts one version of tmux after the other first on the PATH. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "test/tmux/*.test.ts",
      ...Object.entries(FILES).flatMap(([folder, names]) => names.map((name) => `test/${folder}/${name}.test.ts`)),
      "src/daemon/classify/capture-screens.test.ts",
      "src/daemon/notify/channels/tmux.test.ts",
    ],
    exclude: [],
  },
});

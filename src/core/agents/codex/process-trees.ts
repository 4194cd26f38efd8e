import { processTree } from "../../adapter/process-tree.ts";

const NATIVE = "/home/dev/app/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
const DAEMON = "/home/dev/.codex/packages/app-server-daemon/releases/0.166.0-x86_64-unknown-linux-musl/bin/codex";

/** Seen with 0.166.0; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "node shim running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/codex", "--no-daemon"]],
    [120, 110, "codex", [NATIVE, "--no-daemon"]],
    [130, 120, "sleep", ["sleep", "25"]],
  ]),
  "with the shared daemon it started": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/codex"]],
    [120, 110, "codex", [NATIVE]],
    [130, 120, "codex", [DAEMON, "app-server", "--listen", "unix://", "--managed-daemon"]],
    [131, 120, "codex", [DAEMON, "app-server", "daemon", "pid-update-loop"]],
  ]),
  "npm exec": processTree([
    [100, 1, "npm exec @opena", ["npm exec @openai/codex@0.166.0 --no-daemon"]],
    [105, 100, "sh", ["sh", "-c", "'codex' --no-daemon"]],
    [110, 105, "node", ["node", "/home/dev/app/node_modules/.bin/codex", "--no-daemon"]],
    [120, 110, "codex", [NATIVE, "--no-daemon"]],
  ]),
  "bun, which became the binary": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "codex", [NATIVE, "--no-daemon"]],
  ]),
  exec: processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/codex", "exec", "review the change"]],
    [120, 110, "codex", [NATIVE, "exec", "review the change"]],
  ]),
};

export const APP_SERVER = processTree([
  [100, 1, "node", ["node", "/home/dev/app/node_modules/.bin/codex", "app-server"]],
  [110, 100, "codex", [NATIVE, "app-server"]],
]);

/** Not seen: what would be left if a pane's own process adopted the daemon. */
export const DAEMON_LEFT_BEHIND = processTree([
  [100, 1, "bash", ["bash"]],
  [110, 100, "codex", [DAEMON, "app-server", "--listen", "unix://", "--managed-daemon"]],
]);

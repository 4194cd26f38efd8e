import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 7.7.7; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "launcher and binary running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/kilo"]],
    [120, 110, ".kilo", ["/home/dev/app/node_modules/@kilocode/cli/bin/.kilo"]],
    [130, 120, "sleep", ["sleep", "25"]],
  ]),
};

export const DAEMON = processTree([
  [100, 1, "node", ["node", "/home/dev/app/node_modules/.bin/kilo", "serve", "--port", "4555"]],
  [110, 100, ".kilo", ["/home/dev/app/node_modules/@kilocode/cli/bin/.kilo", "serve", "--port", "4555"]],
]);

import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 1.18.33; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "binary running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "opencode", ["/home/dev/app/node_modules/.bin/opencode"]],
    [120, 110, "sleep", ["sleep", "25"]],
  ]),
};

export const SERVER = processTree([
  [100, 1, "opencode", ["/home/dev/app/node_modules/.bin/opencode", "serve", "--port", "4555"]],
]);

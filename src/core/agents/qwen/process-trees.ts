import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 0.24.4; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "node shim, which starts itself twice, running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/qwen"]],
    [
      120,
      110,
      "MainThread",
      ["/usr/bin/node", "--expose-gc", "/home/dev/app/node_modules/@qwen-code/qwen-code/cli.js"],
    ],
    [
      130,
      120,
      "MainThread",
      ["/usr/bin/node", "--expose-gc", "/home/dev/app/node_modules/@qwen-code/qwen-code/cli.js"],
    ],
    [140, 130, "bash", ["bash", "-c", "sleep 25"]],
    [150, 140, "sleep", ["sleep", "25"]],
  ]),
};

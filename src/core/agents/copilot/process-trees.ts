import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 1.0.102; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "node shim running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/copilot"]],
    [120, 110, "MainThread", ["/home/dev/app/node_modules/@github/copilot-linux-x64/copilot"]],
    [130, 120, "sleep", ["sleep", "25"]],
  ]),
  "binary, named by its thread": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "MainThread", ["/home/dev/app/node_modules/@github/copilot-linux-x64/copilot"]],
  ]),
};

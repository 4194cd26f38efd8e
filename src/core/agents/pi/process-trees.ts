import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 1.5.0, which writes its name over its arguments; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "under its own name, running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "pi", ["pi"]],
    [120, 110, "bash", ["/bin/bash", "-c", "sleep 25"]],
    [130, 120, "sleep", ["sleep", "25"]],
  ]),
  "before it has its name": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"]],
  ]),
};

export const PRINTS = processTree([[100, 1, "node", ["node", "/usr/local/bin/pi", "--print", "Summarise this"]]]);

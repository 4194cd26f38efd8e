import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 0.61.0; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  "node shim running a tool": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/gemini"]],
    [120, 110, "bash", ["/usr/bin/bash", "-c", "shopt -u promptvars; (\n  trap 'jobs -p' EXIT\nsleep 25\n)"]],
    [130, 120, "sleep", ["sleep", "25"]],
  ]),
  "relaunched as its own child": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/.bin/gemini"]],
    [120, 110, "node", ["/usr/bin/node", "--max-old-space-size=12052", "/home/dev/app/node_modules/.bin/gemini"]],
  ]),
  npx: processTree([
    [100, 1, "npm exec @googl", ["npm exec @google/gemini-cli@0.61.0"]],
    [105, 100, "sh", ["sh", "-c", "'gemini'"]],
    [110, 105, "node", ["node", "/home/dev/app/node_modules/.bin/gemini"]],
  ]),
  bun: processTree([
    [100, 1, "bash", ["bash"]],
    [
      110,
      100,
      "bun",
      ["/home/dev/app/node_modules/.bin/bun", "/home/dev/app/node_modules/@google/gemini-cli/bundle/gemini.js"],
    ],
  ]),
};

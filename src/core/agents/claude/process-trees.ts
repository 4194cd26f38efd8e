import { processTree } from "../../adapter/process-tree.ts";

/** Seen with 2.1.325; pids, folders and the shell at the root (pid 100; the agent is pid 110) are made alike. */
export const TREES = {
  binary: processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "claude", ["/home/dev/app/node_modules/.bin/claude", "--settings", "/home/dev/s.json"]],
  ]),
  "binary that is the pane's own process": processTree([[100, 1, "claude", ["claude"]]]),
  "wrapper in JavaScript": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "/home/dev/app/node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs"]],
    [120, 110, "claude", ["/home/dev/app/node_modules/@anthropic-ai/claude-code-linux-x64/claude"]],
  ]),
  // seen with 1.0.128, as `mcp serve`; that a conversation looks the same is inferred
  "JavaScript, its title written over argv": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "claude", ["claude"]],
  ]),
  "one question": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "claude", ["/home/dev/app/node_modules/.bin/claude", "-p", "update the docs"]],
  ]),
};

export const SERVES_TOOLS = processTree([
  [100, 1, "claude", ["/home/dev/app/node_modules/.bin/claude", "mcp", "serve"]],
]);

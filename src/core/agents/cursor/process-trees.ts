import { processTree } from "../../adapter/process-tree.ts";

const ENTRY = "/home/dev/.local/share/cursor-agent/versions/2026.01.28-fd13201/index.js";

/** As documented, not seen; the root is always pid 100, the agent pid 110. */
export const TREES = {
  "under its long name": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["/home/dev/.local/bin/cursor-agent", "--use-system-ca", ENTRY]],
  ]),
  "under its short name": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["/home/dev/.local/bin/agent", "--use-system-ca", ENTRY, "fix the build"]],
  ]),
  "started with node": processTree([
    [100, 1, "bash", ["bash"]],
    [110, 100, "node", ["node", "--use-system-ca", ENTRY]],
  ]),
};

export const WORKER = processTree([
  [100, 1, "node", ["/home/dev/.local/bin/cursor-agent", "--use-system-ca", ENTRY, "worker-server"]],
]);

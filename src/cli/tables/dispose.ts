import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const DISPOSE = {
  name: "dispose",
  summary: "end a spawned agent, and remove what was made for it",
  usage: ["agtmux dispose <ref> [options]"],
  about: `Ends an agent that 'agtmux spawn' started, closes its pane, and removes what was made for it: instructions, status file, worktree, and
the branch if it has no commits of its own, or was merged. If the worktree has changes that are not committed, the command refuses.

The ref is what spawn printed, runtime:<id>, or the session id. It also works after the pane has gone.`,
  arguments: [{ completes: "ref" }],
  options: { yes: { does: "Do not ask. This is needed if there is no terminal." }, ...JSON_OPTION },
  examples: ["agtmux dispose pane:host/shop/@3/%7"],
} as const satisfies CommandTable;

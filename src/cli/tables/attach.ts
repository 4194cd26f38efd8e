import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const ATTACH = {
  name: "attach",
  summary: "go to a pane, here or on another machine",
  usage: ["agtmux attach <ref> [options]"],
  about: `Brings you to the pane. In a pane of the same tmux server it switches to it. Outside tmux it attaches to it. In a pane of another
tmux server it opens a window there. If the pane is on another machine, it goes there by ssh. The pane does not need to have an agent.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    print: { does: "Print the command that would bring you there, and do not run it." },
    ...JSON_OPTION,
  },
  examples: ["agtmux attach claude", "agtmux attach vm1/api"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const DIFF = {
  name: "diff",
  summary: "show what an agent has changed",
  usage: ["agtmux diff <ref> [options]"],
  about: `Prints what is not committed where an agent works: the diff against the last commit, with new files that git does not know, as additions. Of new files with more than 256 KB only the names are printed.
With --since turn it prints what has changed since the agent's last turn began, also where you had changes of your own before, and new files
in full; with --since base what has changed since the branch left its upstream, or main. It works on other machines too. At most 256 KB are printed.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    since: { oneOf: ["commit", "base", "turn"], default: "commit", does: "Say what it is compared with." },
    stat: { does: "Print only how much has changed, and the new files." },
    ...JSON_OPTION,
  },
  examples: ["agtmux diff claude", "agtmux diff claude --since turn", "agtmux diff vm1/api --stat"],
} as const satisfies CommandTable;

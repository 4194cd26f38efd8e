import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const DIFF = {
  name: "diff",
  summary: "show what an agent has changed and not committed",
  usage: ["agtmux diff <ref> [options]"],
  about: `Prints what is not committed where an agent works: the diff against the last commit, and the names of files that git does not know.
It works on other machines too. At most 256 KB are printed.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: { ...GUARD_OPTIONS, stat: { does: "Print only how much has changed, and the new files." }, ...JSON_OPTION },
  examples: ["agtmux diff claude", "agtmux diff vm1/api --stat"],
} as const satisfies CommandTable;

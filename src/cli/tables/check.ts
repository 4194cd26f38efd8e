import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const CHECK = {
  name: "check",
  summary: "run your own checks where an agent works, and show their results",
  usage: ["agtmux check <ref> [name] [options]"],
  about: `Runs a check where an agent works, in a tmux window of its own beside the agent's, and says how it ended; the agent is not told. Without a name
it shows all checks of that directory with their last results. The command fails if the check does.

Checks are in config.toml, never in a repository:

    [checks]
    test = "npm test"
    lint = { command = "npm run lint", in = "/home/me/shop", at_turn_end = true }

One with 'in' is for that directory, what is below it, and its worktrees in <directory>-worktrees. One with 'at_turn_end' also runs whenever a turn
of an agent ends there. A window in which a check has failed stays open until it runs again.

${REFS}`,
  arguments: [{ completes: "ref" }, { completes: [] }],
  options: {
    ...GUARD_OPTIONS,
    "no-wait": { does: "Start it, and do not wait for its end." },
    ...JSON_OPTION,
  },
  notes: "A check may take 30 minutes. 'agtmux diff' and the dashboard's review show the results, too.",
  examples: ["agtmux check claude", "agtmux check claude test"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, REFS } from "./shared-options.ts";

export const CLASSIFY = {
  name: "classify",
  summary: "read an agent's state off its screen, by rules or by a model",
  usage: ["agtmux classify <ref> [options]"],
  about: `Reads the last 100 lines of a pane. Prints the state that they show, how certain it is, the words on the screen that show it, what
the agent said last, and its choices. It changes nothing. The daemon does the same by itself with an agent that has reported nothing
for 5 minutes and whose screen does not move (settings nudge_after and nudge_quiet).

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    provider: {
      oneOf: ["rules", "openai", "anthropic", "command"],
      does: "Ask only this provider. Without it, agtmux asks rules first, and then the provider of the setting classifier if rules do not know.",
    },
    ...JSON_OPTION,
  },
  notes: `Only openai, anthropic and command send the screen elsewhere, after secrets are removed. 'agtmux doctor' shows where it goes.

Exit codes: 85 if no classifier is switched on, 86 if its settings are incomplete, 87 if its calls of this hour are used up, 88 if it did
not answer correctly. A screen that shows no state is not an error: the state is then unknown.`,
  examples: [
    "agtmux classify claude",
    "agtmux classify %12 --provider openai",
    "agtmux classify vm1/api --json | jq -r .verdict.state",
  ],
} as const satisfies CommandTable;

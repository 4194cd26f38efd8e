import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS, WAIT_OPTIONS } from "./shared-options.ts";

export const COMPLETE = {
  name: "complete",
  summary: "ask an agent to finish its task",
  usage: ["agtmux complete <ref> [options]"],
  about: `Asks an agent to finish its task: agtmux sends it the text of the setting complete_text (/squad:complete), as 'agtmux send' would.
The agent is shown as completing at once, by a signal that is marked as provisional. What the agent then reports replaces it. If the
agent reports nothing within provisional_ttl, its earlier state is shown again.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    ...WAIT_OPTIONS,
    ...JSON_OPTION,
  },
  examples: ["agtmux complete claude --wait completed --timeout 10m"],
} as const satisfies CommandTable;

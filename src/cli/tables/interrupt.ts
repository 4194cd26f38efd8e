import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const INTERRUPT = {
  name: "interrupt",
  summary: "stop what an agent is doing; the agent stays",
  usage: ["agtmux interrupt <ref> [options]"],
  about: `Presses the key that interrupts this agent (Escape, in some agents twice), and waits until the agent shows that its turn has ended.
If it does not end in time, the command says so and fails with E_TIMEOUT.

Nothing is pressed if the agent works on nothing, or if it asks something: there, the key would be an answer. To decline a question,
use 'agtmux answer <ref> no'. To end the agent's program, use 'agtmux kill'.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    timeout: { value: "SPAN", does: "Wait at most this long for the end of the turn (default: 15s, at most 60s)." },
    ...GUARD_OPTIONS,
    ...JSON_OPTION,
  },
  examples: ["agtmux interrupt claude"],
} as const satisfies CommandTable;

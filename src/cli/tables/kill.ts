import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const KILL = {
  name: "kill",
  summary: "end an agent's program",
  usage: ["agtmux kill <ref> [options]"],
  about: `Asks you to confirm, sends a signal to the agent's program (its process group), and reports whether the program has ended. To stop only
what the agent is doing, use 'agtmux interrupt'. kill never sends a signal to the shell of the pane. If another agent has taken the place of the one that you confirmed, it sends nothing.

A program that agtmux does not know can be ended too, if agtmux spawned it or if it runs in the foreground of a registered pane.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    signal: {
      value: "EXIT|INT|TERM|KILL",
      completes: ["EXIT", "INT", "TERM", "KILL"],
      does: "INT is what Ctrl-C sends (the default; many agents do not end at it), TERM asks the program to end, KILL ends it at once. EXIT is no signal: it presses the key by which the agent leaves, if its agent file names one, and never while it works or asks something.",
    },
    yes: { does: "Do not ask. This is needed if there is no terminal." },
    ...JSON_OPTION,
  },
  examples: ["agtmux kill claude --signal TERM"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";

export const NEXT = {
  name: "next",
  summary: "go to the next agent that needs you",
  usage: ["agtmux next [options]"],
  about: `Brings you to the agents that need you, one at a time. First come those that cannot go on without you (an approval, a question, an
error, a used-up limit), the longest waiting first; then those to check, and last those that are done. Each call goes one agent further, and after the
last one it starts again with the first. If no agent waits, it says so.

To have it as a key in tmux:

  bind-key N run-shell 'agtmux next'`,
  options: {
    print: {
      does: "Print the command that brings you there, and do not run it. The next call goes on from there all the same.",
    },
  },
  examples: ["agtmux next"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";

export const OVERVIEW = {
  name: "overview",
  summary: "show who needs you now, and what to type next",
  usage: ["agtmux"],
  about: `Without a command, agtmux shows the agents that need you now. First come all that cannot go on without you, the longest waiting
first, each with everything that it asks, its choices and the command that answers. Then come those to check and those that are done.

If no agent waits, or if there is no agent, no tmux or no daemon, it says so and says what to do.`,
  examples: ["agtmux"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";

export const DEMO = {
  name: "demo",
  summary: "try agtmux with pretend agents, apart from everything of yours",
  usage: ["agtmux demo [options]"],
  about: `Starts pretend agents in every state, with a tmux server and a daemon of their own. You can look at them on the dashboard, answer them
and type for them. It does not touch anything of yours, and Ctrl-C removes all of it.`,
  options: { "no-open": { does: "Print the dashboard's link, and do not open it in a browser." } },
  examples: ["agtmux demo"],
} as const satisfies CommandTable;

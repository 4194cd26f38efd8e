import type { CommandTable } from "./command-table.ts";

export const RUN = {
  name: "run",
  summary: "run a program in this pane, and report when it starts and how it ends",
  usage: ["agtmux run [--] <command …>"],
  about: `Runs a program in this pane and reports its state: running, then completed, or an error with the exit code or signal. A program
that you end with Ctrl-C is not an error. The pane is registered as 'agtmux env' does it, so the program can signal.

Everything else is as without agtmux: the terminal, Ctrl-C, Ctrl-Z, redirections, the exit code. It adds one sh process, and works while
the daemon is down. An agent is recognised as usual, and its exit code becomes known too. Outside tmux the program just runs.`,
  arguments: [{ repeated: true }],
  examples: ["agtmux run -- make test"],
} as const satisfies CommandTable;

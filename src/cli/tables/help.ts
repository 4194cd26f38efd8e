import type { CommandTable } from "./command-table.ts";

export const HELP = {
  name: "help",
  summary: "print the help of agtmux, of one command, or of the exit codes",
  usage: ["agtmux help [command]", "agtmux help exit-codes", "agtmux <command> --help"],
  about: `Prints the help of a command, or a list of all commands. 'agtmux help exit-codes' lists every error code with its exit code.`,
  arguments: [{ completes: "topic" }],
  examples: ["agtmux help list", "agtmux help exit-codes"],
} as const satisfies CommandTable;

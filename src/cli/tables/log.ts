import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, REFS } from "./shared-options.ts";

export const LOG = {
  name: "log",
  summary: "print an agent's conversation: prompts, words, tool calls",
  usage: ["agtmux log <ref>|<conversation> [options]"],
  about: `Prints the last turns of an agent's conversation, read from the agent's own file, here or on another machine: what it was told, what it
said, which tools it called, the first lines of their results, and what its sub-agents said. Secrets are removed, and long texts are cut.

An agent that has ended is named by its runtime:<id> ('agtmux resume --all --dry-run' lists them), and a conversation that 'agtmux search' has found by the conversation:… that it
shows; with @ and a number, it is printed from that turn on.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    turns: { value: "N", does: "Print this many of the last turns, from 1 to 200 (default: 3)." },
    follow: { does: "Go on with what is said from now on, until Ctrl-C or the end of the agent." },
    full: { does: "Print calls and results in full, not only their first lines." },
    ...JSON_OPTION,
  },
  notes: `The JSON follows schemas/conversation-report.json, and includes the sub-agents. With --follow it is one report per line, each with what is
new.`,
  examples: [
    "agtmux log claude",
    "agtmux log vm1/api --turns 1 --full",
    "agtmux log codex --follow",
    "agtmux log conversation:0k3mvq81xz2a@18234",
  ],
} as const satisfies CommandTable;

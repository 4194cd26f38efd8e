import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const MCP = {
  name: "mcp",
  summary: "let agents see and start each other: a server for their MCP client",
  usage: ["agtmux mcp", "agtmux mcp status [--json]", "agtmux mcp pause [--off] [--json]"],
  about: `Speaks MCP on standard input and output, for an agent that starts it. Its tools list agents, read what they say, wait for them, send them
prompts, start and end them.

An agent may look at agents of its own tmux session and act on those that it started. The daemon decides that, by the pane in which the
calling agent runs; [mcp] in config.toml allows more or less. Each action is in 'agtmux audit'. docs/mcp.md tells all of it.`,
  subcommands: {
    status: { name: "mcp status", does: "say whether agents may act on each other now", options: JSON_OPTION },
    pause: {
      name: "mcp pause",
      does: "stop all acting of agents on each other at once, until --off",
      options: { off: { does: "Let them act again." }, ...JSON_OPTION },
    },
  },
  examples: ["agtmux mcp pause", "agtmux mcp pause --off"],
} as const satisfies CommandTable;

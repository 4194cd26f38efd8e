import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const ADAPTERS = {
  name: "adapters",
  summary: "show which agents are recognised, and switch that on and off",
  usage: ["agtmux adapters list [options]", "agtmux adapters enable|disable <name> [options]"],
  about: `An adapter knows one agent: its process, its hooks, its files and its screen.`,
  subcommands: {
    list: {
      name: "adapters list",
      does: "show each adapter with how many of its agents run, when one was last heard and how, what the adapter can report, and how many screens it could not read",
      options: JSON_OPTION,
    },
    enable: {
      name: "adapters enable",
      does: "recognise its agents again; what they reported in the meantime does not count",
      arguments: [{ completes: "adapter" }],
      options: JSON_OPTION,
    },
    disable: {
      name: "adapters disable",
      does: "treat its agents as any other program from now on, also after a restart; what their hooks report is logged and not shown, and nothing is stopped",
      arguments: [{ completes: "adapter" }],
      options: JSON_OPTION,
    },
  },
  examples: ["agtmux adapters list", "agtmux adapters disable gemini"],
} as const satisfies CommandTable;

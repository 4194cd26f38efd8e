import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const SEEN = {
  name: "seen",
  summary: "mark what an agent calls for as seen, on every device",
  usage: ["agtmux seen <ref> [options]", "agtmux seen <ref> --undo", "agtmux seen --all [options]"],
  about: `Says that you have seen what an agent calls you for. The call is then closed on every device. Only a question or an approval
that the agent itself reported stays open until it is answered. --undo opens again what was last seen of an agent.`,
  arguments: [{ completes: "ref" }],
  options: {
    all: { does: "Mark the calls of all agents." },
    undo: { does: "Take back what was last seen of this agent." },
    ...JSON_OPTION,
  },
  examples: ["agtmux seen claude", "agtmux seen claude --undo", "agtmux seen --all"],
} as const satisfies CommandTable;

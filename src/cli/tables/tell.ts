import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, REFS } from "./shared-options.ts";

export const TELL = {
  name: "tell",
  summary: "tell an agent something, now or when it rests",
  usage: ["agtmux tell <ref> <text> [--json]", "agtmux tell <ref> < text"],
  about: `Gives an agent a prompt by the best way that it has, and says which that is: if the agent rests and nothing else waits for it, the prompt
is sent now; otherwise it waits in the agent's queue ('agtmux help queue'). The command does not wait for it.

A program that agtmux has no adapter for, and that has registered with 'agtmux env', gets a file instead: .schmux/inbox/<session-id>, beside the
folder of its status file. It reads the file and deletes it; a further message waits in its queue until then.

${REFS}`,
  arguments: [{ completes: "ref" }, {}],
  options: JSON_OPTION,
  examples: ['agtmux tell claude "the tests on main are red, please look"', "agtmux tell vm1/api < notes.md"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const WAKE = {
  name: "wake",
  summary: "have agents that a limit has stopped go on when it has reset",
  usage: ["agtmux wake <ref> [--account] [--cancel] [options]", "agtmux wake [--json]"],
  about: `Some agents stop when their account has used up its limit, and do nothing after it has reset (Codex). This tells such an agent to go on: it sends
"continue" (setting wake_text) a minute after the reset (setting wake_after), to several agents of an account one after the other.

Each agent is told once for each limit, and only if the limit still is what ended its last turn, nobody has typed there since, and nothing
is written at its prompt. That somebody has asked survives a restart of the daemon. Agents that go on by themselves are refused.

Without a ref it lists who is to be woken.`,
  arguments: [{ completes: "ref" }],
  options: {
    account: { does: "All agents of the same account that the limit has stopped." },
    cancel: { does: "Do not wake it after all." },
    ...JSON_OPTION,
  },
  examples: ["agtmux wake codex", "agtmux wake %12 --account", "agtmux wake %12 --cancel"],
} as const satisfies CommandTable;

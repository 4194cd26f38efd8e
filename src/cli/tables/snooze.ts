import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const SNOOZE = {
  name: "snooze",
  summary: "put off what an agent calls for, on every device",
  usage: ["agtmux snooze <ref> [time] [options]", "agtmux snooze <ref> --undo"],
  about: `Puts off what an agent calls you for, for 30 minutes or the time that you name. Until then the agent counts as needing nobody and
no notification is sent; then it calls once more. If the agent calls for something new before that, it calls at once.`,
  arguments: [{ completes: "ref" }, { completes: ["10m", "30m", "2h"] }],
  options: { undo: { does: "End it now." }, ...JSON_OPTION },
  examples: ["agtmux snooze claude", "agtmux snooze claude 2h", "agtmux snooze claude --undo"],
} as const satisfies CommandTable;

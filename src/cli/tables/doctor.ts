import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const DOCTOR = {
  name: "doctor",
  summary: "find what is wrong here or on a target, and how to fix it",
  usage: ["agtmux doctor [agent…] [options]", "agtmux doctor --repair [options]"],
  about: `Checks tmux, the home, the hook command, the daemon, whether the daemon could start again with the current settings, and every agent that
is used here: its version, whether its integration is there and up to date, and when it was last heard. It says what is wrong and which
command fixes it. It changes nothing. If something must be fixed, the exit code is 76 (E_UNHEALTHY); a warning is not an error.`,
  arguments: [{ completes: "adapter", repeated: true }],
  options: {
    target: {
      value: "NAME",
      completes: "target",
      does: "Check this target and the agents there, including everything that 'agtmux target doctor' checks.",
    },
    repair: {
      does: "Replace a damaged database by the newest backup that is whole, or by an empty database. The damaged one is kept.",
    },
    yes: { does: "With --repair: do not ask." },
    ...JSON_OPTION,
  },
  notes: `Before a repair, stop the daemon. When it starts again, it reads the signals in the spool, status files, agents' own files and screens
again. Devices must be paired again.`,
  examples: ["agtmux doctor", "agtmux doctor claude --target vm"],
} as const satisfies CommandTable;

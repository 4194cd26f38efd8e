import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const UNINSTALL = {
  name: "uninstall",
  summary: "take agtmux out of agents, tmux and services, and stop it",
  usage: ["agtmux uninstall [--data|--keep-data] [--json]"],
  about: `First it asks whether to delete the data, too. Then it removes agtmux's hooks from the settings of all agents, here and on targets over ssh, as
'agtmux integrate --remove' does, this daemon from its fleet, the service, the keys and options of running tmux servers and the index of conversations,
and stops the daemon. At the end it lists what is left, such as lines of your own in ~/.tmux.conf, and how to remove it and the program itself.`,
  options: {
    data: { does: "Delete the data too, without asking: the whole home of agtmux." },
    "keep-data": {
      does: "Keep the data, all but the index of conversations, without asking. This is the default if there is no terminal.",
    },
    ...JSON_OPTION,
  },
  notes: `Hooks in repositories ('agtmux integrate --project') are found if agtmux has a backup of the file or has made its directory; run
'agtmux integrate --remove --project' in the others. Folders named .schmux in registered directories stay.`,
  examples: ["agtmux uninstall", "agtmux uninstall --data"],
} as const satisfies CommandTable;

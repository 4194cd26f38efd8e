import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const TARGET = {
  name: "target",
  summary: "watch other machines, and other tmux servers on this one",
  usage: [
    "agtmux target add <name> [--kind local|ssh] [--ssh-target HOST] [--tmux-socket NAME]",
    "agtmux target connect <name>",
    "agtmux target [list] [--json]",
    "agtmux target remove <name> [--yes]",
    "agtmux target doctor <name> [--json]",
  ],
  about: `A target is a machine with one tmux server. 'host' is this machine. Another tmux server on this machine, or any machine that ssh reaches
without a password, can be a target too. A machine needs tmux, sh and an ssh login, and nothing else.`,
  subcommands: {
    add: {
      name: "target add",
      does: "remember the target and connect to it; --tmux-socket names the tmux server there (tmux -L NAME)",
      arguments: [{}],
      options: {
        kind: {
          oneOf: ["local", "ssh"],
          does: "local is another tmux server on this machine; ssh (the default) is another machine.",
        },
        "ssh-target": {
          value: "HOST",
          does: "Connect to this host: an alias in your ssh config, or user@host (default: the target's name).",
        },
      },
    },
    connect: { name: "target connect", does: "connect now, or say why it fails", arguments: [{ completes: "target" }] },
    list: {
      name: "target list",
      does: "show each target with its health, panes, agents and problems",
      options: JSON_OPTION,
    },
    remove: {
      name: "target remove",
      does: "forget the target; what runs there goes on, and what agtmux put into ~/.agtmux there stays until you delete it",
      arguments: [{ completes: "target" }],
      options: { yes: { does: "With remove: do not ask. This is needed if there is no terminal." } },
    },
    doctor: {
      name: "target doctor",
      does: "check what agtmux needs there, and say how to fix what is missing",
      arguments: [{ completes: "target" }],
      options: JSON_OPTION,
    },
  },
  examples: [
    "agtmux target add vm1 --ssh-target me@192.168.1.20",
    "agtmux target add play --kind local --tmux-socket play",
  ],
} as const satisfies CommandTable;

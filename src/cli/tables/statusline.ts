import type { CommandTable } from "./command-table.ts";

export const STATUSLINE = {
  name: "statusline",
  summary: "print how many agents are in which state, for status bars",
  usage: ["agtmux statusline [options]", "agtmux statusline wrap <agent> | <your status line command>"],
  about: `Prints how many agents are blocked (!), to check (•), done (✓) and running (▶), such as !2 •1 ✓3 ▶4.`,
  options: {
    format: {
      oneOf: ["plain", "tmux", "xbar"],
      default: "plain",
      does: "plain prints text, tmux adds tmux's colours, and xbar prints a menu for xbar or SwiftBar, with the agents that need you and every session.",
    },
  },
  notes: `In tmux you do not need this command. On every target the daemon keeps the option @agtmux_status up to date, and showing it
starts no process:

  set -g status-right '#{@agtmux_status} %H:%M'

The daemon removes the option when it stops. A daemon that was killed leaves it until the next start.

'agtmux statusline wrap claude' stands before the status line command in Claude's settings; 'agtmux integrate claude --usage' puts it
there. It passes on what Claude gives to that command, and keeps a copy with cost, context and limits for the daemon if they have changed.`,
  examples: ["agtmux statusline", "agtmux statusline --format xbar"],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, STATES } from "./shared-options.ts";

export const NOTIFY = {
  name: "notify",
  summary: "set up, test and show notifications to your phone, desktop or chat",
  usage: [
    "agtmux notify add desktop|tmux|ntfy|slack|discord|telegram|webhook [options]",
    "agtmux notify remove <channel>",
    "agtmux notify list|status [options]",
    "agtmux notify test <channel> [options]",
    "agtmux notify retry <key>|--all [options]",
  ],
  about: `agtmux notifies you when an agent calls you: through the channels that you add, and in browsers that have subscribed. No channel is
set up by default.

'add' asks for what the channel needs (without a terminal: give the options), writes it into config.toml below what is there, restarts
the daemon and sends a test. A secret goes into a file of its own that only you can read; env:NAME and file:PATH name one that you
keep elsewhere. docs/notifications.md tells everything about channels and rules.`,
  arguments: [
    {
      words: {
        add: "add a channel of this kind, send a test through it, and say what happened",
        remove: "remove this channel from config.toml, and the rules for it alone",
        list: "the same as status",
        status:
          "show each channel with its last result, the rules, what waits, and the dead letters: notifications that could not be delivered",
        test: "send a test through this channel at once, and report the result; push:<id> is one browser",
        retry: "try a dead letter again, or all of them; one whose call is over is dropped",
      },
    },
    { repeated: true },
  ],
  options: {
    name: { value: "NAME", does: "With add: what to call the channel (default: its kind)." },
    topic: { value: "TOPIC", does: "With add ntfy: the topic." },
    url: { value: "URL", does: "With add slack, discord or webhook: where to post. With add ntfy: the server." },
    token: {
      value: "TOKEN",
      does: "With add telegram: the bot's token. With add ntfy or webhook: the access token, if one is needed.",
    },
    secret: { value: "SECRET", does: "With add webhook: sign each notification with this." },
    "chat-id": { value: "ID", does: "With add telegram: the chat." },
    kinds: {
      value: "KIND,…",
      completes: ["input", "approval", "testing", "review", "done", "error", "stalled", "nothing_new"],
      does: "With add: notify only of these (default: input, approval, error, stalled, limited and budget).",
    },
    states: {
      value: "STATE,…",
      completes: STATES,
      does: "With add: notify only while the agent is in one of these states.",
    },
    agents: { value: "NAME,…", completes: "agent", does: "With add: notify only of these agents." },
    targets: { value: "NAME,…", completes: "target", does: "With add: notify only of agents on these machines." },
    sessions: {
      value: "NAME,…",
      does: "With add: notify only of agents in these tmux sessions; * stands for any text.",
    },
    delay: { value: "SPAN", does: "With add: notify only after this time (default: 30s)." },
    cooldown: { value: "SPAN", does: "With add: notify at most once per agent in this time (default: 60s)." },
    "quiet-hours": { value: "HH:MM-HH:MM", does: "With add: wait until these hours are over." },
    "also-if-watched": { does: "With add: notify even while you look at the pane." },
    "no-test": { does: "With add: do not send a test." },
    all: { does: "With retry: retry all dead letters." },
    ...JSON_OPTION,
  },
  examples: [
    "agtmux notify add desktop",
    "agtmux notify add ntfy --name phone --delay 1m --quiet-hours 22:00-07:00",
    "agtmux notify test phone",
    "agtmux notify remove phone",
  ],
} as const satisfies CommandTable;

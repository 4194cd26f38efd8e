import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const DEBUG = {
  name: "debug",
  summary: "see what agtmux makes of terminal bytes, of events or of a screen",
  usage: [
    "agtmux debug detect [--chunk N] < bytes",
    "agtmux debug replay FILE [--at TIME] [--json]",
    "agtmux debug screen --agent NAME [--agent-version VERSION] [--title TITLE] [--command NAME] < screen",
  ],
  about: `These tools need no daemon. Use 'debug screen' to report a wrong state.`,
  subcommands: {
    detect: {
      name: "debug detect",
      does: "print one JSON line for each marker or near-miss in the terminal output on standard input",
      options: { chunk: { value: "N", does: "With detect: read the bytes in chunks of N." } },
    },
    replay: {
      name: "debug replay",
      does: "fold a file of events (one JSON object per line; - is standard input), and print the resulting states with every reason",
      arguments: [{}],
      options: {
        at: {
          value: "TIME",
          does: "With replay: print the states at this time, in milliseconds or ISO 8601 (default: after the last event).",
        },
        ...JSON_OPTION,
      },
    },
    screen: {
      name: "debug screen",
      does: "print as JSON what the agent's adapter reads off the screen on standard input, by which cue at which row, or why the state is unknown, and what each part of the screen shows",
      options: {
        agent: { value: "NAME", completes: "adapter", does: "With screen: read it as this agent's screen." },
        "agent-version": { value: "VERSION", does: "With screen: the version of the agent." },
        title: { value: "TITLE", does: "With screen: the title of the pane." },
        command: { value: "NAME", does: "With screen: the foreground program of the pane." },
      },
    },
  },
  notes: `schemas/event-envelope.json describes the fields of an event. If you write one by hand, this is enough:

  {"source":"hook","state":"running","event_time":"2026-02-13T10:00:00Z","pane_id":"%1"}`,
  examples: [
    `tmux capture-pane -p -t %3 | agtmux debug screen --agent claude --title "$(tmux display -p -t %3 '#{pane_title}')"`,
  ],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";
import { FILTER_OPTIONS, SORT_OPTION } from "./shared-options.ts";
import { WATCH_KEY_LINES } from "./watch-keys.ts";

export const WATCH = {
  name: "watch",
  summary: "follow all agents live and answer them, or print events for scripts",
  usage: ["agtmux watch [options]"],
  about: `Follows the daemon live, without polling. It goes on when the daemon restarts.

In a terminal it shows all agents, in groups: Blocked, Check, Done, Running, Others. The selected row shows all that is asked.
You answer there, by keys:

${WATCH_KEY_LINES.join("\n")}

A key acts only if you have seen its row to the end, the row was selected and unchanged for 0.4 s, and no other key (but those that move) was pressed
in that time. Otherwise it does nothing, and the row says why. An answer is for the question as it was shown: if the agent asks something else by then, it is refused.

With --scope windows or sessions it fills the terminal with a table; q or Ctrl-C ends it. In a pipe, or if TERM is dumb, it prints a new table
after each change.

With --format jsonl it prints one event per line (schemas/watch-event.json), each with a cursor. First come the events "present",
one for each pane, with or without an agent. Then comes "changed" or "removed" for each change of state, agent, message or attention.
It notices at the next event that its reader has gone.`,
  options: {
    ...FILTER_OPTIONS,
    scope: {
      oneOf: ["panes", "windows", "sessions"],
      default: "panes",
      does: "Say what to follow. With jsonl, windows and sessions give one line for each that changed.",
    },
    format: { oneOf: ["table", "jsonl"], default: "table", does: "Say how to print it." },
    interval: { value: "SPAN", does: "Draw changes at most this often (default: 100ms)." },
    since: {
      value: "CURSOR|SPAN|TIME",
      does: "Begin after the line with this CURSOR, or at this time: 10m ago, 2026-02-13T10:00:00Z, or seconds or milliseconds since 1970. A table then shows only panes that have changed since that time.",
    },
    ...SORT_OPTION,
    all: { does: "With a table: also show panes without an agent." },
    once: { does: "Print once, then end." },
  },
  notes: `A CURSOR works only with --format jsonl. It also works after a restart of the daemon. If it is too old, the command fails with
E_CURSOR_EXPIRED; start again without --since to get the current state first.`,
  examples: [
    "agtmux watch",
    "agtmux watch --needs-action --scope sessions",
    `agtmux watch --format jsonl | jq --unbuffered -r '.items[] | select(.state == "waiting_input") | .ref + " " + .message'`,
    "agtmux watch --format jsonl --once --since 1h",
  ],
} as const satisfies CommandTable;

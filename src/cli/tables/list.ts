import type { CommandTable } from "./command-table.ts";
import { FILTER_OPTIONS, JSON_OPTION, SORT_OPTION } from "./shared-options.ts";

export const LIST = {
  name: "list",
  summary: "list panes, windows or sessions with their agents and states",
  usage: ["agtmux list [panes|windows|sessions] [options]"],
  about: `Lists every pane with an agent, or every window or session, on every target. A window or session has the most urgent state of its
panes. The order is: error, waiting_approval, waiting_input, running, completed, idle, unknown.`,
  arguments: [
    {
      words: {
        panes: "each agent with its state, its message, who reported it and how long ago",
        windows: "each window with its most urgent state, and how many agents wait and run",
        sessions: "each session with its most urgent state, and how many agents wait and run",
      },
    },
  ],
  options: {
    ...FILTER_OPTIONS,
    all: { does: "With panes: also show panes without an agent." },
    "with-agent-status": { does: "With windows: show each agent on its own line." },
    "agent-summary": { does: "With sessions: show how many there are of each agent." },
    "group-by": {
      value: "target-session|session-name",
      completes: ["target-session", "session-name"],
      does: "With sessions: session-name merges sessions of the same name on several targets into one row.",
    },
    ...SORT_OPTION,
    ...JSON_OPTION,
  },
  notes: `With windows and sessions, a filter selects those that have a matching pane; their counts still include all panes.

Tables fit the width of the terminal, or COLUMNS. In a pipe they are not shortened, and have no symbols and no colours. The column
FOR is the time in this state. The JSON follows schemas/pane-list.json, schemas/window-list.json or schemas/session-list.json.`,
  examples: [
    "agtmux list panes --needs-action",
    "agtmux list panes --target vm1 --state waiting,error",
    "agtmux list windows --session work --with-agent-status",
    "agtmux list sessions --group-by session-name --agent-summary",
    `agtmux list panes --json | jq -r '.items[] | select(.state == "waiting_input") | .ref'`,
  ],
} as const satisfies CommandTable;

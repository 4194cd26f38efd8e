import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, STATES } from "./shared-options.ts";

export const WAIT = {
  name: "wait",
  summary: "wait until an agent is in a state",
  usage: ["agtmux wait <ref> --state STATE,… [options]"],
  about: `Ends when the agent is in one of these states, and prints the state and the message. It ends at once if the agent is already
there. It notices every state, however short, and goes on when the daemon restarts.`,
  arguments: [{ completes: "ref" }],
  options: {
    state: {
      value: "STATE,…",
      multiple: true,
      completes: STATES,
      does: `Wait for one of these states: ${STATES.join(", ")}. waiting means waiting_approval and waiting_input.`,
    },
    timeout: {
      value: "SPAN",
      does: "Wait at most this long, such as 30s or 10m. Without it, the command waits for ever.",
    },
    ...JSON_OPTION,
  },
  notes: `Exit codes: 0 if the state was reached, 33 (E_TIMEOUT) if it was not reached in time, 34 (E_RUNTIME_ENDED) if the agent ended first.`,
  examples: [
    'agtmux wait claude --state completed,error --timeout 10m && notify-send "done"',
    "agtmux wait pane:host/work/@1/%3 --state waiting --json",
  ],
} as const satisfies CommandTable;

import type { CommandTable } from "./command-table.ts";

export const ENV = {
  name: "env",
  summary: "register this pane, and print the variables with which programs signal",
  usage: ['eval "$(agtmux env)"'],
  about: `Registers the tmux pane in which it runs, and sets SCHMUX_ENABLED, SCHMUX_SESSION_ID, SCHMUX_WORKSPACE_ID, SCHMUX_STATUS_FILE and
AGTMUX_*. After that, each of these shows in 'agtmux list panes':

  echo "--<[schmux:completed:All tests pass]>--"
  echo "needs_input Should I delete these 5 files?" > "$SCHMUX_STATUS_FILE"
  agtmux signal error "Build failed"`,
  examples: ['eval "$(agtmux env)"'],
} as const satisfies CommandTable;
